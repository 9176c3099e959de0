"""What can go wrong."""

from __future__ import annotations


class NiwakiError(Exception):
    """The program refused a command, or ended before it was done. The message is its own line."""

    def __init__(self, message: str, exit_code: int | None = None) -> None:
        super().__init__(message)
        #: The exit code of the program; None where it did not get that far.
        self.exit_code = exit_code


class NiwakiWarning(UserWarning):
    """A line that the program wrote beside its results."""


class MissingExtra(ImportError):
    """A package that only a part of this one needs is not installed."""

    def __init__(self, package: str, extra: str, user: str) -> None:
        super().__init__(f"{user} needs {package}: pip install 'niwaki[{extra}]'", name=package)
