import { formatDuration } from '../../core/format';
import type { PlainText } from '../../core/plain-text';
import { REMOVED } from '../../core/secret-forms';
import { countResults, type TestOutcome } from '../tests/test-results';
import { Html, markup } from './html';
import { beginningOf } from './report-file';
import { dateTime, factList, linesOf, plain, type ReportWords } from './report-pieces';
import { REPORT_STYLE } from './report-style';

/** Tests that were run, for a page of all of them. */
export interface TestsReport {
  /** When they began, in milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds. */
  readonly took: number;
  /** How many ran at a time. */
  readonly workers: number;
  /** Of this product. */
  readonly version: string;
  /** In the order in which they are shown. */
  readonly tests: readonly ReportedTest[];
  /** What ran of the sources; none if nothing was counted. */
  readonly coverage?: readonly ReportedFile[];
}

/** What ran of a source. */
export interface ReportedFile {
  readonly name: string;
  /** Its path relative to the page, with `/`. */
  readonly path: string;
  /** Of its lines; undefined if it has none. */
  readonly percent: number | undefined;
  /** The lines that never ran, as `3-5, 9`. */
  readonly never: string;
}

/** Its texts are redacted. */
export interface ReportedTest {
  readonly name: string;
  readonly outcome: TestOutcome;
  /** Milliseconds of all attempts. */
  readonly took: number;
  readonly attempts: number;
  /** Why it was skipped. */
  readonly reason?: string;
  readonly failure?: { readonly place: string; readonly text: string; readonly log: readonly string[] };
  /** The name of the file beside the page that has the report of its failure. */
  readonly report?: string;
  readonly screenshots: readonly {
    readonly name: string;
    /** Which attempt took it, from 1. */
    readonly attempt: number;
    /** The name of the file beside the page. */
    readonly file: string;
  }[];
}

/** Pictures are files beside the page. */
const PICTURES = "'self' file:";

const STYLE = `${REPORT_STYLE}
a { color: var(--accent); }
.filter { border: 1px solid var(--line); border-radius: 0.3rem; margin: 1rem 0 0; padding: 0.25rem 0.75rem 0.5rem; }
.filter legend { color: var(--soft); padding: 0 0.25rem; }
.filter label { margin-right: 1.25rem; white-space: nowrap; cursor: pointer; }
.filter input { margin: 0 0.35rem 0 0; }
.tests { list-style: none; margin: 0.75rem 0 0; padding: 0; }
.tests li { padding: 0.75rem 0 0.75rem 0.75rem; border-left: 0.4rem solid transparent; border-bottom: 1px solid var(--line); break-inside: avoid; }
.tests h3 { display: flex; flex-wrap: wrap; gap: 0.1rem 0.75rem; align-items: baseline; margin: 0; font-weight: 400; }
.tests h3 .outcome { min-width: 4.5rem; }
.tests h3 .took { color: var(--soft); font-size: 0.9em; }
.tests p { margin: 0.25rem 0; }
.tests .is-failed { border-left-color: var(--bad); } .tests .is-flaky { border-left-color: var(--warn); }
.files { border-collapse: collapse; margin: 0.75rem 0 0; }
.files th, .files td { padding: 0.25rem 1rem 0.25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); }
.files .percent { text-align: right; white-space: nowrap; }
.tests figure { margin: 0.5rem 0; }
.tests img { max-width: 100%; height: auto; border: 1px solid var(--line); }
${(['failed', 'flaky', 'canceled', 'skipped', 'passed'] as const)
  .map((each) => `body:has(#show-${each}:checked) .tests li:not(.is-${each}) { display: none; }`)
  .join('\n')}
@media print { .filter { display: none; } }
`;

const MOODS = { failed: 'bad', flaky: 'warn', canceled: 'soft', skipped: 'soft', passed: 'good' } as const;

/** The page of all tests of a run. It needs only the pictures beside it, and runs nothing: its filter is of CSS. */
export function testsPage(report: TestsReport, words: ReportWords): string {
  const { t, language } = words;
  const { at, took, workers, version, tests, coverage = [] } = report;
  const title = headline(tests, t);
  return markup`${Html.escaped(beginningOf(language, PICTURES))}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${Html.escaped(STYLE)}</style>
</head>
<body>
<header>
<p class="kind">${t('Test report')}</p>
<h1>${title}</h1>
${verdict(tests, t)}
${factList([
  [t('Run'), markup`${dateTime(at)}, ${formatDuration(took)}`],
  [t('Workers'), markup`${workers}`],
])}
</header>
<main>
<section><h2>${t('Tests')}</h2>
${filter(tests, t)}
<ul class="tests">
${tests.map((test) => item(test, t))}</ul>
</section>
${coverage.length > 0 ? coverageSection(coverage, t) : undefined}</main>
<footer>
<p>${t('Made with Browser Sessions {0}.', version)} ${t('All times are UTC.')} ${t('“{0}” replaces a secret, or text that looks like one.', REMOVED)}</p>
</footer>
</body>
</html>
`.text;
}

type Words = ReportWords['t'];

function coverageSection(files: readonly ReportedFile[], t: Words): Html {
  const rows = files.map(
    ({ name, path, percent, never }) =>
      markup`<tr><td class="mono"><a href="${path.split('/').map(encodeURIComponent).join('/')}">${plain(name)}</a></td><td class="percent">${percent === undefined ? '-' : `${percent.toFixed(1)} %`}</td><td class="mono">${never}</td></tr>
`,
  );
  return markup`<section><h2>${t('Coverage')}</h2>
<table class="files">
<tr><th>${t('File')}</th><th class="percent">${t('Lines')}</th><th>${t('Lines never run')}</th></tr>
${rows}</table>
</section>
`;
}

function headline(tests: readonly ReportedTest[], t: Words): PlainText {
  const { failed, canceled } = countResults(tests);
  if (failed > 0) return t('{0} of {1} tests failed', failed, tests.length);
  if (canceled > 0) return t('The tests were canceled');
  return t('No test failed');
}

/** A word for an outcome; with a count, before it. */
function outcomeWords(t: Words): Readonly<Record<TestOutcome, PlainText>> {
  return {
    failed: t('failed'),
    flaky: t('flaky'),
    canceled: t('canceled'),
    skipped: t('skipped'),
    passed: t('passed'),
  };
}

function countsIn(tests: readonly ReportedTest[]): [outcome: TestOutcome, count: number][] {
  const { failed, flaky, canceled, skipped, passed } = countResults(tests);
  const counts: [TestOutcome, number][] = [
    ['failed', failed],
    ['flaky', flaky],
    ['canceled', canceled],
    ['skipped', skipped],
    ['passed', passed],
  ];
  return counts.filter(([, count]) => count > 0);
}

function verdict(tests: readonly ReportedTest[], t: Words): Html {
  const counts = countsIn(tests);
  const word = outcomeWords(t);
  const [[worst] = ['passed' as const]] = counts;
  const mood = worst === 'failed' ? 'bad' : worst === 'passed' || worst === 'skipped' ? 'good' : 'warn';
  return markup`<p class="verdict ${mood}">${counts.map(([outcome, count], index) => markup`${index > 0 ? ', ' : ''}${t('{0} {1}', count, word[outcome])}`)}</p>`;
}

/** Nothing where all came to the same. */
function filter(tests: readonly ReportedTest[], t: Words): Html | undefined {
  const counts = countsIn(tests);
  if (counts.length < 2) return undefined;
  const word = outcomeWords(t);
  return markup`<fieldset class="filter"><legend>${t('Show')}</legend>${choice('all', t('all'), tests.length, true)}${counts.map(([outcome, count]) => choice(outcome, word[outcome], count, false))}</fieldset>`;
}

function choice(id: string, words: PlainText, count: number, isChosen: boolean): Html {
  return markup`<label><input type="radio" name="show" id="show-${id}"${isChosen ? markup` checked` : undefined}>${words} (${count})</label> `;
}

function item({ name, outcome, took, attempts, reason, failure, report, screenshots }: ReportedTest, t: Words): Html {
  const facts = [
    ...(took > 0 ? [formatDuration(took)] : []),
    ...(attempts > 1 ? [t('{0} attempts', attempts)] : []),
  ].join(', ');
  return markup`<li class="is-${outcome}"><h3><strong class="outcome ${MOODS[outcome]}">${outcomeWords(t)[outcome]}</strong> <span class="mono">${plain(name)}</span> <span class="took">${facts}</span></h3>
${reason === undefined ? undefined : markup`<p>${plain(reason)}</p>`}${
    failure && markup`<p><span class="soft mono">${plain(failure.place)}</span><br>${plain(failure.text)}</p>`
  }${report === undefined ? undefined : markup`<p><a href="${linkTo(report)}">${t('Report of the failure')}</a></p>`}${
    failure && failure.log.length > 0
      ? markup`<details><summary>${t('Last lines of the log')}</summary><pre tabindex="0">${linesOf(failure.log.join('\n'))}</pre></details>`
      : undefined
  }${pictures(screenshots, attempts, t)}</li>
`;
}

function pictures(screenshots: ReportedTest['screenshots'], attempts: number, t: Words): Html | undefined {
  if (screenshots.length === 0) return undefined;
  const figures = screenshots.map(({ name, attempt, file }) => {
    const caption = attempts > 1 ? t('“{0}”, attempt {1}', name, attempt) : t('“{0}”', name);
    return markup`<figure><a href="${linkTo(file)}"><img src="${linkTo(file)}" alt="${t('Screenshot “{0}”', name)}" loading="lazy"></a><figcaption>${caption}</figcaption></figure>`;
  });
  return markup`<details><summary>${screenshots.length === 1 ? t('1 screenshot') : t('{0} screenshots', screenshots.length)}</summary>${figures}</details>`;
}

/** To a file beside the page, whatever its name is. */
function linkTo(file: string): string {
  return `./${encodeURIComponent(file)}`;
}
