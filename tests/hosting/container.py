"""Does what `docker build` and `docker run` would do with the Dockerfile, in a folder.

The folders of the image are below another one, its packages are those of this Python, and what is
run is run as the image's user.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

UID = 10001
"""The user that the Dockerfile makes; none is made on this machine."""
ROOT = os.geteuid() == 0 and shutil.which("setpriv") is not None
"""Whether another user's rights can be taken on."""
READS = "-all,+dac_read_search"
"""That user may read what Python is made of, wherever it is, and write to nothing of others."""
AS_USER = (
    *("setpriv", f"--reuid={UID}", f"--regid={UID}", "--clear-groups"),
    *(f"--inh-caps={READS}", f"--ambient-caps={READS}", f"--bounding-set={READS}"),
) * ROOT


class Docker:
    """What `docker` says and does with one image, whose folders are below `root`."""

    def __init__(self, context: Path, root: Path) -> None:
        self._context, self._root, self._home = context, root, root / "bot"
        self._variables = {"PATH": f"{root}/python/bin:{os.environ['PATH']}"}

    def said(self, words: list[str]) -> subprocess.Popen[bytes] | None:
        """Do what the words after `docker` say; return the process that runs then."""
        match words:
            case ["build", "-t", _, "."]:
                self.build()
                return None
            case ["run", "-d", *options, _]:
                given = dict(zip(options[::2], options[1::2], strict=True))
                assert given["-v"].endswith(":/data") and given["--restart"] == "unless-stopped"
                file = self._context / given["--env-file"]
                return self.run(self._words("CMD"), variables(file))
        raise AssertionError(f"not known here: docker {words}")

    def build(self) -> None:
        """Carry out the steps of the Dockerfile."""
        self._make_python()
        for instruction, rest in self._steps():
            match instruction:
                case "ENV":
                    self._variables |= dict(word.split("=", 1) for word in rest.split())
                case "WORKDIR":
                    self._home.mkdir()
                case "COPY":
                    self._copy(rest.split()[:-1])
                case "RUN":
                    self._carry_out(rest)

    def run(self, words: list[str], told: dict[str, str]) -> subprocess.Popen[bytes]:
        """Start a command as the image's user, with these variables."""
        program = shutil.which(words[0], path=self._variables["PATH"])
        assert program is not None
        return subprocess.Popen(
            [*AS_USER, program, *words[1:]],
            cwd=self._home,
            env={**self._variables, **told},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def healthy(self, told: dict[str, str]) -> bool:
        """Return what the image's HEALTHCHECK finds."""
        process = self.run(self._words("HEALTHCHECK"), told)
        process.communicate(timeout=20)
        return process.returncode == 0

    def _steps(self) -> Iterator[tuple[str, str]]:
        for line in (self._context / "Dockerfile").read_text().splitlines():
            instruction, _, rest = line.partition(" ")
            yield instruction, rest

    def _words(self, instruction: str) -> list[str]:
        [rest] = [rest for name, rest in self._steps() if name == instruction]
        words: list[str] = json.loads(rest[rest.index("[") :])
        return words

    def _make_python(self) -> None:
        """Make an environment that has this Python's packages and asks nobody for others."""
        python = self._root / "python"
        venv.create(python, symlinks=True)
        packages = python / f"lib/python{sysconfig.get_python_version()}/site-packages"
        (packages / "all.pth").write_text(sysconfig.get_path("purelib"))
        for name, line in (
            ("pip", f'PIP_NO_INDEX=1 exec {python}/bin/python -m pip "$@"'),
            ("useradd", ""),
        ):
            (python / "bin" / name).write_text(f"#!/bin/sh\n{line}\n")
            (python / "bin" / name).chmod(0o755)

    def _copy(self, names: list[str]) -> None:
        ignored = (self._context / ".dockerignore").read_text().split()

        def skip(folder: str, found: list[str]) -> set[str]:
            inside = Path(folder).relative_to(self._context)
            return {name for name in found if _matches(inside / name, ignored)}

        for name in names:
            if name == ".":
                shutil.copytree(self._context, self._home, ignore=skip, dirs_exist_ok=True)
            else:
                shutil.copy(self._context / name, self._home)

    def _carry_out(self, line: str) -> None:
        data = f"{self._root}/data"
        line = re.sub(r"(?<= )/data", data, line)
        line = line.replace("chown bot", f"chown {UID}" if ROOT else "true")
        environment = {**os.environ, **self._variables}
        subprocess.run(["sh", "-ec", line], cwd=self._home, check=True, env=environment)
        for file in self._home.glob(".env"):
            file.write_text(file.read_text().replace("/data", data))


def variables(file: Path) -> dict[str, str]:
    """Return what `--env-file` makes of a file: also variables that are set to nothing."""
    lines = [line for line in file.read_text().splitlines() if line and line[0] != "#"]
    return dict(line.split("=", 1) for line in lines)


def _matches(path: Path, patterns: list[str]) -> bool:
    """Tell whether Docker leaves a path out: of its folders only those that a pattern names."""
    return any(
        path.match(pattern.removeprefix("**/"))
        and (pattern.startswith("**/") or path.parent == Path(pattern).parent)
        for pattern in patterns
    )
