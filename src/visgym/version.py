"""The version of the package, which everything may know."""

VERSION = "0.1.0"
