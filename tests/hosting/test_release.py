"""What `.ci/release` makes of a tag: archives that are the project, or nothing."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

from settings import ROOT, VERSION
from tests.hosting.container import Docker

NAME = f"monsterrunde-{VERSION}"
BOM = Path(sys.executable).with_name("cyclonedx-py")


@pytest.fixture
def fresh(tmp_path: Path) -> Path:
    """Return a repository of the project as it is now, its only commit with the version's tag."""
    made = tmp_path / "project"
    files = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, check=True
    )
    for name in files.stdout.decode().splitlines():
        if (ROOT / name).exists():
            (made / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, made / name)
    git(made, "init", "-q")
    git(made, "add", "-A")
    tagged(made)
    return made


@pytest.fixture
def project(fresh: Path) -> Path:
    """Return it with what a release needs."""
    if not BOM.exists():
        pytest.skip("the extra `release` is not installed")
    (fresh / ".venv").symlink_to(BOM.parent.parent)
    return fresh


def git(project: Path, *words: str) -> None:
    """Run git as somebody."""
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], cwd=project, check=True)


def tagged(project: Path) -> None:
    """Commit what is there and give it the version's tag."""
    git(project, "commit", "-qam", "All")
    git(project, "tag", "-f", f"v{VERSION}")


def release(project: Path, tag: str, folder: str = "dist") -> subprocess.CompletedProcess[str]:
    """Make the release of a tag."""
    command = ["bash", ".ci/release", tag, folder]
    return subprocess.run(command, cwd=project, capture_output=True, text=True)


def test_a_release_is_whole_and_alike_each_time(project: Path, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        done = release(project, f"v{VERSION}", folder)
        assert done.returncode == 0, done.stderr
    made, again = project / "one", project / "two"
    sums = (made / "SHA256SUMS").read_text()
    assert sums == (again / "SHA256SUMS").read_text()
    files = {line.split()[1] for line in sums.splitlines()}
    endings = (".tar.gz", "-image.tar.gz", ".cdx.json", ".md")
    assert files == {NAME + ending for ending in endings}
    subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=made, check=True)
    with tarfile.open(made / f"{NAME}.tar.gz") as sources:
        assert {f"{NAME}/bot.py", f"{NAME}/tests/test_bot.py"} <= {*sources.getnames()}
    assert "*Updating*" in (made / f"{NAME}.md").read_text()


def test_the_image_is_built_of_its_context_alone(project: Path, tmp_path: Path) -> None:
    assert release(project, f"v{VERSION}").returncode == 0
    context, archive = tmp_path / "context", project / "dist" / f"{NAME}-image.tar.gz"
    context.mkdir()
    subprocess.run(["tar", "-xzf", archive, "-C", context], check=True)
    assert not (context / "tests").exists() and not (context / ".ci").exists()
    (tmp_path / "root").mkdir()
    Docker(context, tmp_path / "root").build()
    assert (tmp_path / "root" / "bot" / "bot.py").exists()


def test_the_bill_of_materials_names_each_package(project: Path) -> None:
    assert release(project, f"v{VERSION}").returncode == 0
    told = json.loads((project / "dist" / f"{NAME}.cdx.json").read_text())
    assert told["metadata"]["component"]["version"] == VERSION
    named = {f"{part['name']}=={part['version']}" for part in told["components"]}
    pinned = (ROOT / "constraints.txt").read_text().splitlines()[1:]
    assert named == {line.partition(";")[0].strip() for line in pinned}


@pytest.mark.parametrize(
    ("file", "old", "new", "why"),
    [
        ("pyproject.toml", f'version = "{VERSION}"', 'version = "0.0.9"', "is not of version"),
        ("CHANGELOG.md", "*Updating*", "", "does not say how to update"),
    ],
)
def test_what_does_not_fit_its_tag_is_no_release(
    project: Path, file: str, old: str, new: str, why: str
) -> None:
    changed = (project / file).read_text().replace(old, new)
    (project / file).write_text(changed)
    tagged(project)
    done = release(project, f"v{VERSION}")
    assert done.returncode == 1 and why in done.stderr
    assert release(project, "v0.0.1").returncode == 1
    assert not (project / "dist").exists()


def test_nothing_is_begun_without_what_a_release_needs(fresh: Path) -> None:
    done = release(fresh, f"v{VERSION}")
    assert (
        done.returncode == 1
        and "pip install -c constraints-test.txt -e '.[release]'" in done.stderr
    )
    assert not (fresh / "dist").exists()


def test_what_breaks_off_leaves_nothing(project: Path) -> None:
    (project / "constraints.txt").unlink()
    tagged(project)
    assert release(project, f"v{VERSION}").returncode != 0
    assert not (project / "dist").exists()
