"""Debian's packages, for what the tests need and pip does not have."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys


def succeeds(command: list[str], *, seconds: int = 900, quiet: bool = False) -> bool:
    """Whether a command can be run and ends well."""
    output = subprocess.DEVNULL if quiet else sys.stderr
    try:
        finished = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return finished.returncode == 0


def installed_from_debian(package: str, *more: str) -> bool:
    """Installs a package, with ``more`` if the release has them; False where apt-get may not be used."""
    if not shutil.which("apt-get"):
        return False
    as_root = [] if os.geteuid() == 0 else ["sudo", "--non-interactive"]
    if as_root and not (shutil.which("sudo") and succeeds([*as_root, "true"])):
        return False
    sys.stderr.write(f"Installing Debian's {package} …\n")
    apt = [
        *as_root,
        "env",
        "DEBIAN_FRONTEND=noninteractive",
        "apt-get",
        "--quiet=2",
        "--option=DPkg::Lock::Timeout=300",
    ]
    install = [*apt, "install", "--yes", "--no-install-recommends"]
    # A stale list elsewhere may fail the update; the installation then decides.
    succeeds([*apt, "update"])
    return succeeds([*install, package, *more]) or succeeds([*install, package])
