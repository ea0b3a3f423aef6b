"""CSS of the par sheet page, for screen and print."""

from __future__ import annotations

STYLE = """
:root { color-scheme: light; }
body { margin: 0; background: #fff; color: #111; font: 1rem/1.45 "Libertinus Serif", Georgia, serif; }
main { max-width: 62rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem; }
header { display: flex; flex-wrap: wrap; gap: 0 2rem; align-items: baseline; border-bottom: 2px solid #111; }
header h1 { flex: 1; }
header p { margin: 0.2rem 0 0.6rem; font-size: 1.15rem; }
header .about { flex-basis: 100%; }
h1 { margin: 0; font-size: 2.3rem; line-height: 1.15; }
h2 { margin: 2rem 0 0.5rem; padding-bottom: 0.15rem; border-bottom: 1px solid #111; font-size: 1.35rem; }
h2 small { font-size: 1rem; font-weight: normal; }
p { margin: 0.4rem 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1.2rem; margin: 1rem 0; }
dt { font-weight: bold; }
dd { margin: 0; overflow-wrap: anywhere; }
code { font: 0.85em "DejaVu Sans Mono", Menlo, Consolas, monospace; }
a { color: inherit; text-decoration-color: #888; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: 0.88rem; font-variant-numeric: tabular-nums lining-nums; }
th, td { padding: 0.22rem 0.45rem; border-bottom: 1px solid #ccc; text-align: right; white-space: nowrap; }
th, td { vertical-align: top; }
thead th { border-bottom: 1.5px solid #111; }
.text { text-align: left; white-space: normal; }
td.text:first-child { width: 27%; }
td.text:last-child { min-width: 6rem; }
.key { width: auto; flex: none; }
.key th, .key td { border: 0; padding: 0.1rem 1rem 0.1rem 0; font-weight: normal; }
.key th { text-align: left; }
.key tbody + tbody tr:first-child > * { padding-top: 0.6rem; }
.side { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: center; justify-content: space-between; }
img { width: 36rem; max-width: 100%; height: auto; }
section > img { width: 100%; }
.cite { color: #555; font-size: 0.76rem; }
.exact { font-size: 0.8rem; overflow-wrap: anywhere; }
.columns { columns: 24rem 2; column-gap: 2.5rem; }
.columns p { margin: 0 0 0.45rem; break-inside: avoid; }
.small { font-size: 0.85rem; }
@page { size: A4; margin: 18mm 14mm; }
@media print {
  html { font-size: 10.5px; }
  main { max-width: none; padding: 0; }
  section { break-inside: avoid; }
  h2 { break-after: avoid; }
  .wide { overflow: visible; }
  .side { flex-wrap: nowrap; }
  .side img { width: 112mm; }
}
"""
