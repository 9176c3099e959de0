"""What can go wrong."""

from __future__ import annotations

#: What stands before an error, and what clears a progress line.
NAME = "niwaki: "
CLEAR = "\x1b[2K"


class NiwakiError(Exception):
    """The program refused a command, or ended before it was done. The message is its own line."""

    def __init__(self, message: str, exit_code: int | None = None) -> None:
        super().__init__(message)
        #: The exit code of the program; None where it did not get that far.
        self.exit_code = exit_code

    @classmethod
    def of(cls, said: str, exit_code: int) -> NiwakiError:
        """The error of a program that has ended, with what it said on standard error."""
        how = f"was ended by signal {-exit_code}" if exit_code < 0 else f"ended with {exit_code}"
        return cls("\n".join(plain_lines(said)) or f"the program {how}", exit_code)


def plain_lines(said: str) -> list[str]:
    """The lines on standard error, without what stands before each."""
    lines = (line.strip().removeprefix(CLEAR).removeprefix(NAME) for line in said.splitlines())
    return [line for line in lines if line]


class NiwakiWarning(UserWarning):
    """A line that the program wrote beside its results."""


class MissingExtra(ImportError):
    """A package that only a part of this one needs is not installed."""

    def __init__(self, package: str, extra: str, user: str) -> None:
        super().__init__(f"{user} needs {package}: pip install 'niwaki[{extra}]'", name=package)
