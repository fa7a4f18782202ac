"""What verifiers finds under the id `visgym-verifiers`; see `visgym.adapters.verifiers`."""

from visgym.adapters.verifiers import VisTaskset, VisVerifiersEnv

__all__ = ["VisTaskset", "VisVerifiersEnv"]
