"""The ready pieces for hosts: each is right by its own tool, and tells the bot what is meant."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from hosting.figures import Figures
from settings import ROOT, Settings
from storage.url import on_server
from tests.hosting.container import variables

DEPLOY = ROOT / "deploy"
UNITS = DEPLOY / "systemd"
SHARDS = 3
IMAGE = "monsterrunde"


def settings_of(told: dict[str, str], defaults: Path, patch: pytest.MonkeyPatch) -> Settings:
    """Return the settings of a bot that gets these variables and finds these defaults."""
    with patch.context() as context:
        for name in Settings.model_fields:
            context.delenv(name.upper(), raising=False)
        for name, value in told.items():
            context.setenv(name, value)
        return Settings(_env_file=defaults)


def shares_all(shards: list[Settings]) -> bool:
    """Tell whether these processes have each shard once."""
    counts = {each.shard_count for each in shards}
    ids = [id for each in shards for id in each.shards.ids]
    return counts == {SHARDS} and sorted(ids) == [*range(SHARDS)]


def tool(name: str, *words: str | Path) -> str:
    """Run a program; return what it says, which has to be no failure."""
    found = shutil.which(name, path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if found is None:
        pytest.skip(f"there is no {name} here")
    done = subprocess.run(
        [found, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.fixture
def services() -> dict[str, Any]:
    """Return the services of compose.yaml, as they are with a password."""
    text = re.sub(r"\$\{POSTGRES_PASSWORD:-(\w+)\}", r"\1", (ROOT / "compose.yaml").read_text())
    found: dict[str, Any] = yaml.safe_load(text)["services"]
    return found


def test_compose_is_written_as_its_specification_says() -> None:
    tool("check-jsonschema", "--builtin-schema", "vendor.compose-spec", ROOT / "compose.yaml")


def test_what_compose_tells_the_bot(
    services: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {}
    for name, service in services.items():
        if service["image"] == IMAGE:
            told = variables(ROOT / f"{service['env_file']}.example")
            told |= {key: str(value) for key, value in service.get("environment", {}).items()}
            found[name] = settings_of(told, ROOT / "image.env", monkeypatch)
            assert service["volumes"] == [f"{name}:/data"] and service["read_only"]
            assert service["restart"] == "unless-stopped"
    alone = found.pop("bot")
    assert alone.store_url == "sqlite:////data/monsterrunde.db" and alone.shards.whole
    assert shares_all([*found.values()])
    address = services["postgres"]["environment"]
    for shard in found.values():
        assert on_server(shard.store_url)
        user = f"{address['POSTGRES_USER']}:{address['POSTGRES_PASSWORD']}"
        assert shard.store_url == f"postgresql://{user}@postgres/monsterrunde"
    asked = yaml.safe_load((DEPLOY / "prometheus.yml").read_text())
    targets = {
        t for job in asked["scrape_configs"] for s in job["static_configs"] for t in s["targets"]
    }
    assert targets == {f"{name}:{alone.port}" for name in ("bot", *found)}


def test_compose_never_runs_two_bots_with_one_token(services: dict[str, Any]) -> None:
    profiles = {name: service["profiles"] for name, service in services.items()}
    assert profiles.pop("bot") == ["sqlite"]
    assert {name for name, each in profiles.items() if each == ["postgres"]} == {
        "postgres",
        *(f"shard-{n}" for n in range(SHARDS)),
    }
    for file in (
        volume.split(":")[0]
        for service in services.values()
        for volume in service["volumes"]
        if volume.startswith("./")
    ):
        assert (ROOT / file).is_file()


def test_compose_builds_the_image_once_whichever_store_is_chosen(services: dict[str, Any]) -> None:
    """What builds it twice at once fails: the image is there already."""
    ours = [each for each in services.values() if each["image"] == IMAGE]
    assert [each["profiles"] for each in ours if "build" in each] == [["sqlite"], ["postgres"]]


def test_prometheus_takes_its_settings() -> None:
    assert "SUCCESS" in tool("promtool", "check", "config", DEPLOY / "prometheus.yml")


def test_the_dashboard_asks_for_figures_that_there_are() -> None:
    figures = {"up"}
    for metric in Figures().registry.collect():
        figures |= {f"{metric.name}{end}" for end in ("", "_total", "_bucket")}
    board = json.loads((DEPLOY / "grafana" / "monsterrunde.json").read_text())
    [source] = yaml.safe_load((DEPLOY / "grafana" / "sources.yaml").read_text())["datasources"]
    assert board["panels"]
    for panel in board["panels"]:
        assert panel["datasource"]["uid"] == source["uid"]
        for target in panel["targets"]:
            asked = re.findall(r"(\w+)\{", target["expr"])
            assert asked and set(asked) <= figures, panel["title"]


def documents() -> list[dict[str, Any]]:
    """Return what deploy/kubernetes.yaml has."""
    return [*yaml.safe_load_all((DEPLOY / "kubernetes.yaml").read_text())]


@pytest.mark.parametrize("document", documents(), ids=lambda each: each["kind"])
@pytest.mark.parametrize("version", ["1.28", "1.37"])
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_kubernetes_knows_each_word(document: dict[str, Any], version: str) -> None:
    # It reads dozens of grammars when it is loaded, a second of work: not in each process.
    from kubernetes_validate import validate

    validate(document, version, strict=True)


def test_what_kubernetes_tells_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {document["kind"]: document for document in documents()}
    state = found["StatefulSet"]["spec"]
    [container] = state["template"]["spec"]["containers"]
    shards = []
    for ordinal in range(state["replicas"]):
        told = {}
        for each in container["env"]:
            source = each.get("valueFrom", {})
            if "fieldRef" in source:
                path = source["fieldRef"]["fieldPath"]
                assert path == "metadata.labels['apps.kubernetes.io/pod-index']"
                told[each["name"]] = str(ordinal)
            elif "secretKeyRef" in source:
                assert source["secretKeyRef"]["key"] == each["name"]
                told[each["name"]] = "postgresql://bot@host/tables"
            else:
                told[each["name"]] = each["value"]
        shards.append(settings_of(told, ROOT / "image.env", monkeypatch))
    assert shares_all(shards)
    [port] = container["ports"]
    assert {each.port for each in shards} == {port["containerPort"]}
    labels = state["template"]["metadata"]["labels"]
    assert state["selector"]["matchLabels"] == labels == found["Service"]["spec"]["selector"]
    assert found["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"] == labels
    assert {mount["mountPath"] for mount in container["volumeMounts"]} == {"/data", "/tmp"}
    assert (
        f"--uid {state['template']['spec']['securityContext']['runAsUser']} "
        in (ROOT / "Dockerfile").read_text()
    )


@pytest.fixture
def units(tmp_path: Path) -> Path:
    """Return a folder with the units, of which the project's folder is there."""
    python = tmp_path / "monsterrunde" / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)
    for unit in UNITS.glob("*.*"):
        text = unit.read_text().replace("/opt/monsterrunde", f"{tmp_path}/monsterrunde")
        (tmp_path / unit.name).write_text(text)
    return tmp_path


def test_systemd_takes_its_units(units: Path) -> None:
    files = [*units.glob("*.service"), *units.glob("*.timer")]
    assert len(files) == 3
    said = tool("systemd-analyze", "verify", "--man=no", *files)
    assert not [line for line in said.splitlines() if "monsterrunde" in line], said
    tool(
        "systemd-analyze", "security", "--offline=yes", "--threshold=20", *units.glob("*de.service")
    )


def test_what_systemd_tells_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    told = variables(ROOT / ".env.example")
    found = settings_of(told, UNITS / "monsterrunde.env", monkeypatch)
    unit = (UNITS / "monsterrunde.service").read_text()
    [folder] = re.findall(r"^StateDirectory=(\w+)$", unit, re.MULTILINE)
    assert found.store_url == f"sqlite:////var/lib/{folder}/monsterrunde.db"
    assert str(found.drawings).startswith(f"/var/lib/{folder}/")
    assert "RestartPreventExitStatus=2 3" in unit and "bot.py --serve" in unit
    backup = (UNITS / "monsterrunde-backup.service").read_text()
    assert f"bot.py backup --keep 7 /var/lib/{folder}/backups" in backup
