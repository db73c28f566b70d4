import { formatBytes, formatDuration } from '../../core/format';
import type { Localizer } from '../../core/localizer';
import type { PlainText } from '../../core/plain-text';
import { UserError } from '../../core/errors';
import { listOf, message } from '../../core/message';
import { pngSize } from '../../core/screen/picture-size';
import { describeStep } from '../../core/sequence';
import { Html, markup } from './html';
import {
  doneSteps,
  failedStep,
  REPORT_LIMITS,
  type Report,
  type ReportExtension,
  type ReportPath,
  type ReportPicture,
  type StepResult,
} from './report';
import { extensionsPart } from './report-extensions';
import { dataElement, picturesOf } from './report-file';
import { failuresPart, logPart, requestsOf, uncaughtOf } from './report-log-part';
import { marksOf, pointsOf } from './report-marks';
import { clock, dateTime, iso, linesOf, plain, scrolled, table } from './report-pieces';
import { REPORT_STYLE } from './report-style';
import { eventsOf, sinceText, timeAxis, zeroOf } from './report-times';
import { REMOVED } from './secrets-gate';

export type ReportWords = Pick<Localizer, 't' | 'localize'> & { readonly language: string };

/** The page runs nothing, and loads nothing. */
const POLICY = `default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'`;

/**
 * The page of a report, or of two that are compared: the first one, and its replay. It needs no other file.
 * @throws UserError if it would be too large.
 */
export function reportPage(reports: readonly Report[], words: ReportWords): string {
  const page = new ReportPage(reports, words).page().text;
  if (Buffer.byteLength(page) <= REPORT_LIMITS.file) return page;
  throw new UserError(
    message('The report is too large (limit {0}). Choose fewer parts.', formatBytes(REPORT_LIMITS.file)),
  );
}

class ReportPage {
  private readonly first: Report;
  private readonly pictures: ReadonlyMap<ReportPicture, string>;
  /** Of the two reports, if there are two. */
  private readonly names: readonly PlainText[];

  constructor(
    private readonly reports: readonly Report[],
    private readonly words: ReportWords,
  ) {
    const [first] = reports;
    if (!first) throw new Error('a page has a report');
    const { t } = words;
    this.first = first;
    this.pictures = picturesOf(reports);
    this.names = reports.length > 1 ? [t('First run'), t('Second run')] : [];
  }

  page(): Html {
    const { t, language } = this.words;
    const title = this.headline();
    const { extension, editor } = this.first.versions;
    return markup`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${Html.escaped(REPORT_STYLE)}</style>
</head>
<body>
<header>
<p class="kind">${this.names.length > 0 ? t('Two runs of the same steps') : t('Session report')}</p>
<h1>${title}</h1>
<p>${this.lead()}</p>
${this.reports.map((report, index) => this.verdict(report, this.names[index]))}
${this.names.length > 0 ? this.comparison() : this.facts(this.first)}
</header>
<main>
${this.section(t('Picture'), (report) => this.figures(report))}
${this.steps()}
${this.section(t('Errors and failed requests'), (report) => failuresPart(report, t))}
${this.times()}
${this.section(t('Extensions'), (report) => extensionsPart(report, this.names.length > 0 ? 4 : 3, t))}
${this.section(t('Log'), (report) => logPart(report, t))}
${this.section(t('Storage'), (report) => this.storage(report))}
${this.section(t('What isn’t in this report'), (report) => this.notes(report))}
</main>
<footer>
<p>${editor === '' ? t('Made by Browser Sessions {0}.', extension) : t('Made by Browser Sessions {0} in VS Code {1}.', extension, editor)} ${t('All times are UTC.')} ${t('“{0}” stands for a secret, or what looks like one.', REMOVED)}</p>
</footer>
${Html.escaped(dataElement(this.reports))}
</body>
</html>
`;
  }

  private headline(): PlainText {
    const { t } = this.words;
    const [report] = this.reports.slice(-1);
    const { path, session } = report ?? this.first;
    if (!path) return t('Session “{0}”', session.label);
    const { steps, results, name } = path;
    const failed = failedStep(results);
    if (failed >= 0) return t('“{0}” failed at step {1} of {2}', name, failed + 1, steps.length);
    if (results.length === 0) return t('“{0}”, recorded in “{1}”', name, session.label);
    const done = doneSteps(results);
    return done === steps.length
      ? t('“{0}” passed in “{1}”', name, session.label)
      : t('“{0}” was stopped after {1} of {2} steps', name, done, steps.length);
  }

  /** For somebody who knows nothing of this extension. */
  private lead(): PlainText {
    const { t } = this.words;
    const tested = testedOf(this.first).map(({ name }) => message('“{0}”', name));
    if (this.names.length > 0) return t('The same steps were run twice. This page shows both runs side by side.');
    return tested.length > 0
      ? t('This page tells what happened in a browser in which somebody tried the extension {0}.', listOf(tested))
      : t('This page tells what happened in a browser in which somebody tried an extension.');
  }

  /** What happened, in the first sentences. */
  private verdict(report: Report, name: PlainText | undefined): Html {
    const { t } = this.words;
    const { path } = report;
    const results = path?.results ?? [];
    const failed = failedStep(results);
    const [step, result] = [path?.steps[failed], results[failed]];
    const errors = uncaughtOf(report).length;
    const requests = requestsOf(report).length;
    const parts = [
      step &&
        result &&
        markup`<strong>${t('Step {0}: {1}.', failed + 1, describeStep(step))}</strong> ${plain(result.error ?? '')}`,
      !step && results.length > 0
        ? markup`${t('{0} of {1} steps were done.', doneSteps(results), results.length)}`
        : undefined,
      path && results.length === 0 ? markup`${t('The steps were recorded, and not played.')}` : undefined,
      report.log &&
        markup`${errors === 0 ? t('No uncaught errors in the log.') : errors === 1 ? t('1 uncaught error in the log.') : t('{0} uncaught errors in the log.', errors)}`,
      report.log &&
        markup`${requests === 0 ? t('No failed requests.') : requests === 1 ? t('1 failed request.') : t('{0} failed requests.', requests)}`,
    ].filter((each) => each !== undefined);
    if (parts.length === 0) return markup``;
    const mood = step
      ? 'bad'
      : errors + requests > 0 || results.some(({ state }) => state !== 'done')
        ? 'warn'
        : 'good';
    return markup`<p class="verdict ${mood}">${name && markup`<strong>${name}.</strong> `}${parts.map((part) => markup`${part} `)}</p>`;
  }

  private facts(report: Report): Html {
    const facts = this.factsOf(report).map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`);
    return markup`<dl class="facts">${facts}</dl>`;
  }

  private factsOf(report: Report): readonly (readonly [PlainText, Html])[] {
    const { t } = this.words;
    const { session, connection, versions, path } = report;
    const times = (path?.results ?? [])
      .flatMap(({ began, ended }) => [began, ended])
      .filter((each) => each !== undefined);
    const shown = testedOf(report);
    return [
      ...(times.length > 0
        ? [
            [
              t('Played'),
              markup`${dateTime(Math.min(...times))}, ${formatDuration(Math.max(...times) - Math.min(...times))}`,
            ] as const,
          ]
        : []),
      [t('Report made'), dateTime(report.at)],
      [t('Session'), markup`${plain(session.label)} <span class="soft mono">${plain(session.id)}</span>`],
      [t('Service'), markup`${plain(connection.name)} <span class="soft">${plain(connection.host)}</span>`],
      [t('Browser'), markup`${versions.chromium === '' ? t('not known') : t('Chromium {0}', versions.chromium)}`],
      ...(report.extensions
        ? [
            [
              t('Extension'),
              markup`${shown.length === 0 ? t('none loaded') : shown.map((each, index) => markup`${index > 0 ? ', ' : ''}${plain(each.name)} ${plain(each.version)}`)}`,
            ] as const,
          ]
        : []),
    ];
  }

  private comparison(): Html {
    const { t } = this.words;
    const columns = this.reports.map(
      (report) =>
        [
          [t('Result'), this.resultText(report)],
          [t('Uncaught errors'), markup`${report.log ? uncaughtOf(report).length : t('not known')}`],
          [t('Failed requests'), markup`${report.log ? requestsOf(report).length : t('not known')}`],
          ...this.factsOf(report),
        ] as const,
    );
    const names = [...new Set(columns.flatMap((facts) => facts.map(([name]) => name)))];
    const rows = names.map((name) => {
      const cells = columns.map((facts) => facts.find(([each]) => each === name)?.[1]);
      return markup`<tr><th scope="row">${name}</th>${cells.map((cell) => markup`<td>${cell ?? '–'}</td>`)}</tr>`;
    });
    const caption = t('The two runs');
    return scrolled(caption, table(caption, ['', ...this.names], rows));
  }

  private resultText({ path }: Report): Html {
    const { t } = this.words;
    if (!path || path.results.length === 0) return markup`${t('not played')}`;
    const failed = failedStep(path.results);
    const done = doneSteps(path.results);
    return failed >= 0
      ? markup`<span class="bad">${t('failed at step {0} of {1}', failed + 1, path.steps.length)}</span>`
      : markup`${t('{0} of {1} steps done', done, path.steps.length)}`;
  }

  /** Nothing if no report has it; side by side if there are two. */
  private section(title: PlainText, content: (report: Report) => Html | undefined): Html {
    const contents = this.reports.map(content);
    if (contents.every((each) => each === undefined)) return markup``;
    const { t } = this.words;
    const body =
      this.names.length === 0
        ? contents
        : markup`<div class="pair">${contents.map(
            (each, index) =>
              markup`<div><h3>${this.names[index]}</h3>${each ?? markup`<p class="soft">${t('Not in the report.')}</p>`}</div>`,
          )}</div>`;
    return markup`<section><h2>${title}</h2>${body}</section>`;
  }

  private figures(report: Report): Html | undefined {
    const { t } = this.words;
    const { picture, path } = report;
    if (!picture && !path?.picture) return undefined;
    const failed = path?.results.some(({ state }) => state === 'failed');
    const played =
      path?.picture &&
      this.figure(path.picture, path, failed ? t('When the step failed') : t('When the steps were done'));
    // A path that was recorded has no picture of its own.
    const now = picture && this.figure(picture, path?.picture ? undefined : path, t('When the report was made'));
    return markup`${played}${
      now && played
        ? markup`<details><summary>${t('The session when the report was made')}</summary>${now}</details>`
        : now
    }`;
  }

  private figure(picture: ReportPicture, path: ReportPath | undefined, when: PlainText): Html {
    const { t } = this.words;
    const size = pngSize(picture.png);
    const points = path ? pointsOf(path) : [];
    const alt =
      points.length > 0
        ? t('The display of the session, with the clicks of the steps marked')
        : t('The display of the session');
    const marks = size && points.length > 0 ? marksOf(points, size.width, size.height) : undefined;
    const id = this.pictures.get(picture) ?? '';
    const image = markup`<img id="${id}" src="data:image/png;base64,${picture.png.toString('base64')}" alt="${alt}" width="${size?.width ?? 0}" height="${size?.height ?? 0}">`;
    return markup`<figure><div class="picture">${image}${marks}</div><figcaption>${when}, ${dateTime(picture.at)}${points.length > 0 ? markup`. ${t('The numbers are those of the steps.')}` : undefined}</figcaption></figure>`;
  }

  private steps(): Html {
    const { t } = this.words;
    const [longest] = this.reports
      .flatMap(({ path }) => path ?? [])
      .toSorted((one, other) => other.steps.length - one.steps.length);
    if (!longest) return markup``;
    const heads = this.reports.flatMap((_, index) => {
      const name = this.names[index];
      return [
        name === undefined ? t('Result') : t('{0}: result', name),
        name === undefined ? t('Time') : t('{0}: time', name),
      ];
    });
    const zeros = this.reports.map(zeroOf);
    const rows = longest.steps.map((step, index) => {
      const results = this.reports.map(({ path }) => path?.results[index]);
      const cells = zeros.map((zero, at) => this.resultCells(results[at], zero));
      const state = results.some((each) => each?.state === 'failed') ? 'failed' : '';
      return markup`<tr class="${state}"><th scope="row" class="number">${index + 1}</th><td>${this.words.localize(describeStep(step))}</td>${cells}</tr>`;
    });
    const caption =
      longest.extension === undefined
        ? t('The steps of “{0}”', longest.name)
        : t('The steps of “{0}”, about “{1}”', longest.name, longest.extension);
    const content = table(caption, ['', t('Step'), ...heads], rows);
    // The columns of two runs are too many for a phone.
    return markup`<section><h2>${t('Steps')}</h2>${this.names.length > 0 ? scrolled(caption, content) : content}</section>`;
  }

  private resultCells(result: StepResult | undefined, zero: number): Html {
    const { t } = this.words;
    if (!result) return markup`<td>–</td><td class="time">–</td>`;
    const { state, began, ended, error } = result;
    const words = {
      done: markup`<span class="good">${t('done')}</span>`,
      byPoint: markup`<span class="warn">${t('clicked at its point: nothing has its name')}</span>`,
      failed: markup`<strong class="bad">${t('failed')}</strong> ${plain(error ?? '')}`,
      stopped: markup`<span class="warn">${t('stopped; it may have happened')}</span>`,
      skipped: markup`<span class="soft">${t('not reached')}</span>`,
    };
    const time =
      began === undefined
        ? markup`–`
        : markup`${sinceText(began, zero)}${ended === undefined ? undefined : markup`<br><span class="soft">${formatDuration(ended - began)}</span>`}`;
    return markup`<td>${words[state]}</td><td class="time">${time}</td>`;
  }

  private times(): Html {
    const { t } = this.words;
    if (this.reports.every((report) => eventsOf(report).length === 0)) return markup``;
    const all = this.reports.flatMap((report, index) => {
      const zero = zeroOf(report);
      return eventsOf(report).map((event) => ({ event, since: event.at - zero, name: this.names[index] }));
    });
    const kinds = {
      upload: t('Upload'),
      log: t('Line of the log'),
      error: t('Error in the log'),
      request: t('Failed request'),
    };
    const rows = all
      .toSorted((one, other) => one.since - other.since)
      .map(({ event, since, name }) => {
        const what = event.kind === 'step' ? t('Step {0}', event.step ?? 0) : kinds[event.kind];
        const took = event.ended > event.at ? formatDuration(event.ended - event.at) : '';
        return markup`<tr><td class="time">${sinceText(since, 0)}</td>${name === undefined ? undefined : markup`<td>${name}</td>`}<td class="time"><time datetime="${iso(event.at)}">${clock(event.at)}</time></td><td>${what}${event.hasFailed && event.kind === 'step' ? markup` <strong class="bad">${t('failed')}</strong>` : undefined}</td><td class="time">${took}</td></tr>`;
      });
    const heads = [
      t('Since the first step'),
      ...(this.names.length > 0 ? [t('Run')] : []),
      t('Clock (UTC)'),
      t('What'),
      t('It took'),
    ];
    const content = table(t('All times'), heads, rows);
    return markup`<section><h2>${t('Times')}</h2>${scrolled(t('Times on one axis'), timeAxis(this.reports, this.names, t))}<details class="again"><summary>${t('The same as a table')}</summary>${content}</details></section>`;
  }

  private storage({ storage }: Report): Html | undefined {
    const { t } = this.words;
    if (!storage) return undefined;
    if (storage.length === 0) return markup`<p>${t('The extensions have stored nothing.')}</p>`;
    return markup`${storage.map(
      ({ extension, area, json, isCut }) =>
        markup`<details><summary>${t('“{0}”, {1}', extension, area)}</summary><pre tabindex="0">${linesOf(json)}${isCut ? '\n…' : ''}</pre></details>`,
    )}`;
  }

  private notes({ notes }: Report): Html | undefined {
    return notes.length === 0 ? undefined : markup`<ul>${notes.map((note) => markup`<li>${plain(note)}</li>`)}</ul>`;
  }
}

/** What was uploaded, else all that is loaded. */
function testedOf({ extensions = [] }: Report): readonly ReportExtension[] {
  const uploaded = extensions.filter(({ upload }) => upload);
  return uploaded.length > 0 ? uploaded : extensions;
}
