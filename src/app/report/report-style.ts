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
.verdict p, .verdict ul { margin: 0; } .verdict ul { padding-left: 1.2rem; } .verdict p + ul { margin-top: 0.4rem; }
.verdict li + li { margin-top: 0.3rem; }
.verdict .mono, .verdict .soft { color: var(--text); } .verdict p { color: var(--text); }
.verdict li { color: var(--text); }
.verdict.bad strong { color: var(--bad); } .verdict.warn strong { color: var(--warn); }
.facts { display: flex; flex-wrap: wrap; gap: 0.2rem 1.5rem; margin: 0.75rem 0; font-size: 0.95em; }
.facts div { display: flex; gap: 0.5rem; } .facts dt { color: var(--soft); } .facts dd { margin: 0; }
.steps, .lines { list-style: none; margin: 0.5rem 0 1rem; padding: 0; }
.steps li, .lines li { display: grid; gap: 0 1rem; padding: 0.4rem 0.5rem; border-bottom: 1px solid var(--line); }
.steps li { grid-template-columns: 1.5rem 2fr 3fr 10rem; }
.steps .number { color: var(--soft); text-align: right; } .steps .failed { background: var(--bad-back); }
.steps .time, .lines .time { font-variant-numeric: tabular-nums; white-space: nowrap; }
.lines li { grid-template-columns: 11.5rem 1fr; padding: 0.3rem 0; }
.fold { border-top: 1px solid var(--line); margin: 0; } .fold > :not(summary):last-child { margin-bottom: 1rem; }
.fold > summary { padding: 0.6rem 0; } .fold > summary h2 { display: inline; border: 0; padding: 0; margin: 0; }
main > section + .fold { margin-top: 1.5rem; }
.hash { font-family: ui-monospace, Consolas, monospace; font-size: 0.8em; color: var(--soft); overflow-wrap: anywhere; }
figure { margin: 0.5rem 0 1rem; }
.picture { position: relative; max-width: 56rem; border: 1px solid var(--line); background: var(--panel); line-height: 0; }
.picture img { width: 100%; height: auto; }
.picture svg { position: absolute; inset: 0; width: 100%; height: 100%; }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1rem; font-size: 0.95em; }
caption { text-align: left; padding: 0.25rem 0; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.6rem 0.35rem 0; border-bottom: 1px solid var(--line); }
thead th { overflow-wrap: normal; white-space: nowrap; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.time { width: 1%; white-space: nowrap; font-variant-numeric: tabular-nums; }
code, pre, .mono { font-family: ui-monospace, Consolas, monospace; font-size: 0.9em; }
pre { white-space: pre-wrap; background: var(--panel); border: 1px solid var(--line); padding: 0.5rem 0.75rem; margin: 0.5rem 0; max-height: 30rem; overflow: auto; }
.line { white-space: pre-wrap; }
.level { font-weight: 600; }
summary { cursor: pointer; }
.axis { width: 100%; max-width: 64rem; height: auto; display: block; }
.axis text { fill: var(--text); font: 13px system-ui, sans-serif; }
.axis .soft { fill: var(--soft); }
.axis .edge { paint-order: stroke; stroke: var(--back); stroke-width: 4px; }
.axis .grid { stroke: var(--line); }
.axis .step { fill: var(--accent); } .axis .log { fill: var(--soft); } .axis .upload { fill: var(--good); } .axis .bad { fill: var(--bad); }
footer { margin-top: 2rem; padding-bottom: 2rem; border-top: 1px solid var(--line); font-size: 0.9em; }
@media (max-width: 50rem) {
  .steps li { grid-template-columns: 1.5rem 1fr; } .steps li > :nth-child(n + 3) { grid-column: 2; }
  .lines li { grid-template-columns: 1fr; }
}
@media screen and (max-width: 50rem) { .axis { display: none; } }
@media (max-width: 30rem) {
  body { font-size: 15px; } header, main, footer { padding-left: 0.75rem; padding-right: 0.75rem; } h1 { font-size: 1.35rem; }
  .facts { display: grid; gap: 0.2rem; } .facts dt { min-width: 5rem; }
}
@media (max-width: 22rem) { .again table { font-size: 0.75em; } .again td, .again th { padding-right: 0.4rem; } .again th { white-space: normal; } }
@media print {
  :root, body[class] { color-scheme: light; ${LIGHT} }
  pre { max-height: none; }
  tr, li, figure, .verdict { break-inside: avoid; } h2, h3, summary { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  summary { list-style: none; } summary::-webkit-details-marker { display: none; }
  .again { display: none; }
}
`;
