"""Lazy imports of the names of a package, so that a command loads only what it needs."""

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module


def lazy_names(package: str, modules: Mapping[str, Sequence[str]]) -> Callable[[str], object]:
    """Make the __getattr__ of a package. `modules` lists the public names, or submodules, of each module."""
    module_of = {name: module for module, names in modules.items() for name in names}

    def load(name: str) -> object:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        path = f"{package}.{module_of[name]}"
        module = import_module(path)
        if not hasattr(module, name):
            try:
                import_module(f"{path}.{name}")  # sets the attribute on the module
            except ModuleNotFoundError as error:
                if error.name != f"{path}.{name}":
                    raise
        value = getattr(module, name)
        setattr(sys.modules[package], name, value)  # later accesses skip this function
        return value

    return load
