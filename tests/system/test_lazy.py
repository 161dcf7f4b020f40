import sys
from types import ModuleType

import pytest

from fewest.system.lazy import lazy_names


@pytest.fixture
def package(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """A package with one module."""
    whole, part = ModuleType("lazily"), ModuleType("lazily.part")
    part.name = "found"  # type: ignore[attr-defined]
    whole.__getattr__ = lazy_names("lazily", {"part": ["name", "missing"]})  # type: ignore[method-assign]
    monkeypatch.setitem(sys.modules, "lazily", whole)
    monkeypatch.setitem(sys.modules, "lazily.part", part)
    return whole


def test_a_name_is_found_when_it_is_first_used_and_stays(package: ModuleType) -> None:
    assert "name" not in vars(package)
    assert package.name == "found"
    assert vars(package)["name"] == "found"


@pytest.mark.parametrize("name", ["other", "__path__"])
def test_a_missing_name_is_an_attribute_error(package: ModuleType, name: str) -> None:
    with pytest.raises(AttributeError, match=f"module 'lazily' has no attribute '{name}'"):
        getattr(package, name)


def test_a_name_that_its_module_does_not_have_is_an_attribute_error(package: ModuleType) -> None:
    with pytest.raises(AttributeError, match="missing"):
        _ = package.missing
