import { formatBytes, formatDuration } from '../../core/format';
import type { Localizer } from '../../core/localizer';
import { UserError } from '../../core/errors';
import type { PlainText } from '../../core/plain-text';
import { listOf, message } from '../../core/message';
import { pngSize } from '../../core/screen/picture-size';
import { REMOVED } from '../../core/secret-forms';
import { describeStep } from '../../core/steps';
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
import { beginningOf, sequenceElement } from './report-file';
import { failuresPart, logPart, requestsOf, uncaughtOf } from './report-log-part';
import { marksOf, pointsOf } from './report-marks';
import { clock, dateTime, iso, linesOf, plain, scrolled, table } from './report-pieces';
import { REPORT_STYLE } from './report-style';
import { eventsOf, sinceText, timeAxis, zeroOf } from './report-times';

export type ReportWords = Pick<Localizer, 't' | 'localize'> & { readonly language: string };

/**
 * The page of a report. It needs no other file, and runs and loads nothing.
 * @throws UserError if it would be too large.
 */
export function reportPage(report: Report, words: ReportWords): string {
  const page = new ReportPage(report, words).page().text;
  if (Buffer.byteLength(page) <= REPORT_LIMITS.file) return page;
  throw new UserError(
    message('The report is too large (limit {0}). Choose fewer parts.', formatBytes(REPORT_LIMITS.file)),
  );
}

class ReportPage {
  constructor(
    private readonly report: Report,
    private readonly words: ReportWords,
  ) {}

  page(): Html {
    const { report } = this;
    const { t, language } = this.words;
    const title = this.headline();
    const { extension, editor } = report.versions;
    return markup`${Html.escaped(beginningOf(language))}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${Html.escaped(REPORT_STYLE)}</style>
</head>
<body>
<header>
<p class="kind">${t('Session report')}</p>
<h1>${title}</h1>
<p>${this.lead()}</p>
${this.verdict()}
${this.facts()}
</header>
<main>
${section(t('Screenshot'), this.figures())}
${section(t('Steps'), this.steps())}
${section(t('Errors and failed requests'), failuresPart(report, t))}
${section(t('Times'), this.times())}
${section(t('Extensions'), extensionsPart(report, t))}
${section(t('Log'), logPart(report, t))}
${section(t('Storage'), this.storage())}
${section(t('What isn’t in this report'), this.notes())}
</main>
<footer>
<p>${editor === '' ? t('Made by Browser Sessions {0}.', extension) : t('Made by Browser Sessions {0} in VS Code {1}.', extension, editor)} ${t('All times are UTC.')} ${t('“{0}” stands for a secret, or what looks like one.', REMOVED)}</p>
</footer>
${report.path && Html.escaped(sequenceElement(report.path))}
</body>
</html>
`;
  }

  private headline(): PlainText {
    const { t } = this.words;
    const { path, session } = this.report;
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
    const tested = testedOf(this.report).map(({ name }) => message('“{0}”', name));
    return tested.length > 0
      ? t('This page tells what happened in a browser in which somebody tried the extension {0}.', listOf(tested))
      : t('This page tells what happened in a browser in which somebody tried an extension.');
  }

  /** What happened, in the first sentences. */
  private verdict(): Html {
    const { report } = this;
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
      path && results.length === 0 ? markup`${t('The steps were recorded, and not run.')}` : undefined,
      report.log &&
        markup`${errors === 0 ? t('No uncaught errors in the log.') : errors === 1 ? t('1 uncaught error in the log.') : t('{0} uncaught errors in the log.', errors)}`,
      report.log &&
        markup`${requests === 0 ? t('No failed requests.') : requests === 1 ? t('1 failed request.') : t('{0} failed requests.', requests)}`,
    ].filter((each) => each !== undefined);
    if (parts.length === 0) return markup``;
    const mood = step
      ? 'bad'
      : errors + requests > 0 || results.some(({ state }) => state !== 'passed')
        ? 'warn'
        : 'good';
    return markup`<p class="verdict ${mood}">${parts.map((part) => markup`${part} `)}</p>`;
  }

  private facts(): Html {
    const { t } = this.words;
    const { at, session, connection, versions, path, extensions } = this.report;
    const times = (path?.results ?? [])
      .flatMap(({ began, ended }) => [began, ended])
      .filter((each) => each !== undefined);
    const shown = testedOf(this.report);
    const facts: readonly (readonly [PlainText, Html])[] = [
      ...(times.length > 0
        ? [
            [
              t('Run'),
              markup`${dateTime(Math.min(...times))}, ${formatDuration(Math.max(...times) - Math.min(...times))}`,
            ] as const,
          ]
        : []),
      [t('Report made'), dateTime(at)],
      [t('Session'), markup`${plain(session.label)} <span class="soft mono">${plain(session.id)}</span>`],
      [t('Service'), markup`${plain(connection.name)} <span class="soft">${plain(connection.host)}</span>`],
      [t('Browser'), markup`${versions.chromium === '' ? t('not known') : t('Chromium {0}', versions.chromium)}`],
      ...(extensions
        ? [
            [
              t('Extension'),
              markup`${shown.length === 0 ? t('none loaded') : shown.map((each, index) => markup`${index > 0 ? ', ' : ''}${plain(each.name)} ${plain(each.version)}`)}`,
            ] as const,
          ]
        : []),
    ];
    return markup`<dl class="facts">${facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
  }

  private figures(): Html | undefined {
    const { t } = this.words;
    const { picture, path } = this.report;
    if (!picture && !path?.picture) return undefined;
    const failed = path?.results.some(({ state }) => state === 'failed');
    const run =
      path?.picture &&
      this.figure(path.picture, path, failed ? t('When the step failed') : t('When the steps were done'));
    // A path that was recorded has no picture of its own.
    const now = picture && this.figure(picture, path?.picture ? undefined : path, t('When the report was made'));
    return markup`${run}${
      now && run
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
    const image = markup`<img src="data:image/png;base64,${picture.png.toString('base64')}" alt="${alt}" width="${size?.width ?? 0}" height="${size?.height ?? 0}">`;
    return markup`<figure><div class="picture">${image}${marks}</div><figcaption>${when}, ${dateTime(picture.at)}${points.length > 0 ? markup`. ${t('The numbers are those of the steps.')}` : undefined}</figcaption></figure>`;
  }

  private steps(): Html | undefined {
    const { t, localize } = this.words;
    const { path } = this.report;
    if (!path) return undefined;
    const { name, extension, steps, results } = path;
    const zero = zeroOf(this.report);
    const rows = steps.map((step, index) => {
      const result = results[index];
      return markup`<tr class="${result?.state === 'failed' ? 'failed' : ''}"><th scope="row" class="number">${index + 1}</th><td>${localize(describeStep(step))}</td>${this.resultCells(result, zero)}</tr>`;
    });
    const caption =
      extension === undefined ? t('The steps of “{0}”', name) : t('The steps of “{0}”, about “{1}”', name, extension);
    return table(caption, ['', t('Step'), t('Result'), t('Time')], rows);
  }

  private resultCells(result: StepResult | undefined, zero: number): Html {
    const { t } = this.words;
    if (!result) return markup`<td>–</td><td class="time">–</td>`;
    const { state, began, ended, error } = result;
    const words = {
      passed: markup`<span class="good">${t('passed')}</span>`,
      byPoint: markup`<span class="warn">${t('clicked at its point: nothing has its name')}</span>`,
      failed: markup`<strong class="bad">${t('failed')}</strong> ${plain(error ?? '')}`,
      canceled: markup`<span class="warn">${t('canceled; it may have happened')}</span>`,
      skipped: markup`<span class="soft">${t('not reached')}</span>`,
    };
    const time =
      began === undefined
        ? markup`–`
        : markup`${sinceText(began, zero)}${ended === undefined ? undefined : markup`<br><span class="soft">${formatDuration(ended - began)}</span>`}`;
    return markup`<td>${words[state]}</td><td class="time">${time}</td>`;
  }

  private times(): Html | undefined {
    const { t } = this.words;
    const events = eventsOf(this.report);
    if (events.length === 0) return undefined;
    const zero = zeroOf(this.report);
    const kinds = {
      upload: t('Upload'),
      log: t('Line of the log'),
      error: t('Error in the log'),
      request: t('Failed request'),
    };
    const rows = events.map((event) => {
      const what = event.kind === 'step' ? t('Step {0}', event.step ?? 0) : kinds[event.kind];
      const took = event.ended > event.at ? formatDuration(event.ended - event.at) : '';
      return markup`<tr><td class="time">${sinceText(event.at, zero)}</td><td class="time"><time datetime="${iso(event.at)}">${clock(event.at)}</time></td><td>${what}${event.hasFailed && event.kind === 'step' ? markup` <strong class="bad">${t('failed')}</strong>` : undefined}</td><td class="time">${took}</td></tr>`;
    });
    const heads = [t('Since the first step'), t('Clock (UTC)'), t('What'), t('It took')];
    const content = table(t('All times'), heads, rows);
    return markup`${scrolled(t('Times on one axis'), timeAxis(this.report, t))}<details class="again"><summary>${t('The same as a table')}</summary>${content}</details>`;
  }

  private storage(): Html | undefined {
    const { t } = this.words;
    const { storage } = this.report;
    if (!storage) return undefined;
    if (storage.length === 0) return markup`<p>${t('The extensions have stored nothing.')}</p>`;
    return markup`${storage.map(
      ({ extension, area, json, isCut }) =>
        markup`<details><summary>${t('“{0}”, {1}', extension, area)}</summary><pre tabindex="0">${linesOf(json)}${isCut ? '\n…' : ''}</pre></details>`,
    )}`;
  }

  private notes(): Html | undefined {
    const { notes } = this.report;
    return notes.length === 0 ? undefined : markup`<ul>${notes.map((note) => markup`<li>${plain(note)}</li>`)}</ul>`;
  }
}

/** Nothing for what the report does not have. */
function section(title: PlainText, content: Html | undefined): Html | undefined {
  return content && markup`<section><h2>${title}</h2>${content}</section>`;
}

/** What was uploaded, else all that is loaded. */
function testedOf({ extensions = [] }: Report): readonly ReportExtension[] {
  const uploaded = extensions.filter(({ upload }) => upload);
  return uploaded.length > 0 ? uploaded : extensions;
}
