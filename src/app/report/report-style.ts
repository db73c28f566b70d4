const LIGHT = `--back: #fff; --text: #1f2328; --soft: #57606a; --line: #d0d7de; --panel: #f6f8fa; --bad: #b3261e;
--bad-back: #fdecea; --good: #1a6b37; --good-back: #e7f5ec; --warn: #7a4b00; --warn-back: #fff4dc; --accent: #0b57d0;`;
const DARK = `--back: #16181c; --text: #e6e6e6; --soft: #a9b0ba; --line: #3a3f47; --panel: #1f2329; --bad: #ff8a80;
--bad-back: #3a1e1c; --good: #7ddc9a; --good-back: #17301f; --warn: #f0c36b; --warn-back: #33280f; --accent: #8ab4f8;`;

/** The style of a report: light or dark as the reader’s system is, or as the editor is that shows it. */
export const REPORT_STYLE = `
:root { color-scheme: light; ${LIGHT} }
@media screen and (prefers-color-scheme: dark) { :root { color-scheme: dark; ${DARK} } }
body.vscode-dark, body.vscode-high-contrast { color-scheme: dark; ${DARK} }
body.vscode-light, body.vscode-high-contrast-light { color-scheme: light; ${LIGHT} }
* { box-sizing: border-box; }
html { background: var(--back); }
body { margin: 0; padding: 0; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0.25rem 0 0.5rem; }
h2 { font-size: 1.2rem; margin: 2rem 0 0.5rem; padding-top: 0.75rem; border-top: 1px solid var(--line); }
h3 { font-size: 1rem; margin: 1rem 0 0.5rem; }
p { margin: 0.5rem 0; }
.kind, .soft, footer, caption, figcaption { color: var(--soft); }
.kind { margin: 0; }
.verdict { display: block; padding: 0.75rem 1rem; border: 1px solid; border-left-width: 0.4rem; border-radius: 0.3rem; margin: 0.75rem 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
.verdict.good { background: var(--good-back); } .verdict.bad { background: var(--bad-back); } .verdict.warn { background: var(--warn-back); }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 0.2rem 1rem; margin: 1rem 0; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; }
@media (max-width: 30rem) { .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-bottom: 0.4rem; } body { font-size: 15px; } }
figure { margin: 0.5rem 0 1rem; }
.picture { position: relative; border: 1px solid var(--line); background: var(--panel); line-height: 0; }
.picture img { width: 100%; height: auto; }
.picture svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1rem; font-size: 0.95em; }
caption { text-align: left; padding: 0.25rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.6rem 0.35rem 0; border-bottom: 1px solid var(--line); }
thead th { overflow-wrap: normal; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.time { width: 1%; white-space: nowrap; font-variant-numeric: tabular-nums; }
tr.failed { background: var(--bad-back); }
code, pre, .mono { font-family: ui-monospace, Consolas, monospace; font-size: 0.9em; }
pre { white-space: pre-wrap; background: var(--panel); border: 1px solid var(--line); padding: 0.5rem 0.75rem; margin: 0.5rem 0; max-height: 30rem; overflow: auto; }
.line { white-space: pre-wrap; }
.level { font-weight: 600; }
summary { cursor: pointer; }
.axis { min-width: 40rem; width: 100%; height: auto; display: block; }
.axis text { fill: var(--text); font: 13px system-ui, sans-serif; }
.axis .soft { fill: var(--soft); }
.axis .grid { stroke: var(--line); }
.axis .step { fill: var(--accent); } .axis .log { fill: var(--soft); } .axis .upload { fill: var(--good); } .axis .bad { fill: var(--bad); }
footer { margin-top: 2rem; padding-bottom: 2rem; border-top: 1px solid var(--line); font-size: 0.9em; }
@media print {
  :root, body[class] { color-scheme: light; ${LIGHT} }
  .scroll { overflow: visible; } .axis { min-width: 0; } pre { max-height: none; }
  tr, figure, .verdict { break-inside: avoid; } h2, h3 { break-after: avoid; }
  details:not(.again)::details-content { content-visibility: visible; block-size: auto; }
  .again { display: none; }
}
`;
