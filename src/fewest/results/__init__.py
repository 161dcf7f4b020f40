"""Results, and their conversion to JSON, text and HTML."""

from fewest.results.blocks import Bar, Beside, Block, Cell, Columns, Keys, Line, Style, Table, Tiles, bars, line, table
from fewest.results.result import Result, Shown, Tabular, to_json
from fewest.results.text import render

__all__ = [
    "Bar",
    "Beside",
    "Block",
    "Cell",
    "Columns",
    "Keys",
    "Line",
    "Result",
    "Shown",
    "Style",
    "Table",
    "Tabular",
    "Tiles",
    "bars",
    "line",
    "render",
    "table",
    "to_json",
]
