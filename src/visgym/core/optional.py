"""Packages that come with an extra of the installation, and how to tell that one is missing."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from visgym.core.errors import Mistake


def require(package: str, extra: str, purpose: str) -> ModuleType:
    """A package that is there only with an extra."""
    try:
        return import_module(package)
    except ImportError as error:
        top = package.partition(".")[0]
        if isinstance(error, ModuleNotFoundError) and error.name in (package, top):
            raise missing_extra(top, extra, purpose) from None
        raise Mistake(
            f"{purpose} needs {top}, which is there but cannot be imported ({error}); "
            f"install it anew with {pip_install(extra)}."
        ) from None


def missing_extra(package: str, extra: str, purpose: str) -> Mistake:
    """The mistake of asking for something without the extra that brings its package."""
    return Mistake(f"{purpose} needs {package}; install it with {pip_install(extra)}.")


def pip_install(extra: str) -> str:
    """The command that installs an extra."""
    return f"pip install 'visgym[{extra}]'"
