import { formatBytes, formatDuration } from '../../core/format';
import { UserError } from '../../core/errors';
import type { PlainText } from '../../core/plain-text';
import { listOf, message } from '../../core/message';
import { pngSize } from '../../core/screen/picture-size';
import { REMOVED } from '../../core/secret-forms';
import { Html, markup } from './html';
import {
  doneSteps,
  failedStep,
  REPORT_LIMITS,
  type Report,
  type ReportExtension,
  type ReportPath,
  type ReportPicture,
} from './report';
import { extensionsPart } from './report-extensions';
import { beginningOf, sequenceElement } from './report-file';
import { failuresPart, logPart, requestsOf, uncaughtOf } from './report-log-part';
import { marksOf, pointsOf } from './report-marks';
import { clock, dateTime, factList, iso, linesOf, plain, table, type ReportWords } from './report-pieces';
import { REPORT_STYLE } from './report-style';
import { stepsPart } from './report-steps';
import { eventsOf, sinceText, timeAxis, zeroOf } from './report-times';
import { verdictPart } from './report-verdict';

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
    const { path, log } = report;
    const failures = failuresPart(report, t);
    const { extension, editor } = report.versions;
    return markup`${Html.escaped(beginningOf(language))}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${Html.escaped(REPORT_STYLE)}</style>
</head>
<body>
<header>
<p class="kind">${this.kind()}</p>
<h1>${title}</h1>
${verdictPart(report, t)}
${this.facts()}
</header>
<main>
${section(t('Screenshot'), this.figures())}
${path && section(t('Steps'), stepsPart(path, zeroOf(report), this.words))}
${folded(t('Errors and failed requests'), failures, requestsOf(report).length + uncaughtOf(report).length)}
${folded(t('Timeline'), this.timeline())}
${folded(t('Extensions'), extensionsPart(report, t), report.extensions?.length)}
${folded(t('Log'), logPart(report, t), log && log.lines.length + log.moreLines)}
${folded(t('Storage'), this.storage(), report.storage?.length)}
${section(t('Missing from this report'), this.notes())}
</main>
<footer>
<p>${editor === '' ? t('Made with Browser Sessions {0}.', extension) : t('Made with Browser Sessions {0} in VS Code {1}.', extension, editor)} ${dateTime(report.at)}. ${t('All times are UTC.')} ${t('“{0}” replaces a secret, or text that looks like one.', REMOVED)}</p>
</footer>
${path && Html.escaped(sequenceElement(path))}
</body>
</html>
`;
  }

  /** For somebody who knows nothing of this extension. */
  private kind(): PlainText {
    const { t } = this.words;
    const tested = testedOf(this.report).map(({ name }) => message('“{0}”', name));
    return tested.length > 0
      ? t('What happened when someone tried {0} in a browser', listOf(tested))
      : t('What happened in a browser session');
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

  private facts(): Html {
    const { t } = this.words;
    const { session, connection, versions, path, extensions } = this.report;
    const times = (path?.results ?? [])
      .flatMap(({ began, ended }) => [began, ended])
      .filter((each) => each !== undefined);
    const shown = testedOf(this.report);
    const none = t('none loaded');
    const names = shown.map(
      (each, index) => markup`${index > 0 ? ', ' : ''}${plain(each.name)} ${plain(each.version)}`,
    );
    return factList([
      ...(extensions ? [[t('Extension'), markup`${names.length === 0 ? none : names}`] as const] : []),
      [t('Session'), markup`${plain(session.label)} <span class="soft mono">${plain(session.id)}</span>`],
      [t('Service'), markup`${plain(connection.name)} <span class="soft">${plain(connection.host)}</span>`],
      [t('Browser'), markup`${versions.chromium === '' ? t('not known') : t('Chromium {0}', versions.chromium)}`],
      ...(times.length > 0
        ? [
            [
              t('Run'),
              markup`${dateTime(Math.min(...times))}, ${formatDuration(Math.max(...times) - Math.min(...times))}`,
            ] as const,
          ]
        : []),
    ]);
  }

  private figures(): Html | undefined {
    const { t } = this.words;
    const { picture, path } = this.report;
    if (!picture && !path?.picture) return undefined;
    const failed = path ? failedStep(path.results) : -1;
    const run =
      path?.picture &&
      this.figure(path.picture, path, failed >= 0 ? t('When step {0} failed', failed + 1) : t('After the last step'));
    // A path that was recorded has no picture of its own.
    const now = picture && this.figure(picture, path?.picture ? undefined : path, t('When the report was made'));
    return markup`${run}${
      now && run ? markup`<details><summary>${t('Session at the time of this report')}</summary>${now}</details>` : now
    }`;
  }

  private figure(picture: ReportPicture, path: ReportPath | undefined, when: PlainText): Html {
    const { t } = this.words;
    const size = pngSize(picture.png);
    const points = path ? pointsOf(path) : [];
    const alt =
      points.length > 0 ? t('Screenshot of the session, with the clicks marked') : t('Screenshot of the session');
    const marks = size && points.length > 0 ? marksOf(points, size.width, size.height) : undefined;
    const image = markup`<img src="data:image/png;base64,${picture.png.toString('base64')}" alt="${alt}" width="${size?.width ?? 0}" height="${size?.height ?? 0}">`;
    return markup`<figure><div class="picture">${image}${marks}</div><figcaption>${when}, ${dateTime(picture.at)}${picture.isBlank ? markup`. ${t('The page was blank.')}` : undefined}${points.length > 0 ? markup`. ${t('Each number marks where that step clicked.')}` : undefined}</figcaption></figure>`;
  }

  private timeline(): Html | undefined {
    const { t } = this.words;
    const events = eventsOf(this.report);
    if (events.length === 0) return undefined;
    const zero = zeroOf(this.report);
    const kinds = {
      upload: t('Upload'),
      log: t('Log line'),
      error: t('Error'),
      request: t('Failed request'),
    };
    const rows = events.map((event) => {
      const what = event.kind === 'step' ? t('Step {0}', event.step ?? 0) : kinds[event.kind];
      const took = event.ended > event.at ? formatDuration(event.ended - event.at) : '';
      return markup`<tr><td class="time">${sinceText(event.at, zero)}</td><td class="time"><time datetime="${iso(event.at)}">${clock(event.at)}</time></td><td>${what}${event.hasFailed && event.kind === 'step' ? markup` <strong class="bad">${t('failed')}</strong>` : undefined}</td><td class="time">${took}</td></tr>`;
    });
    const heads = [t('Since start'), t('Time'), t('Event'), t('Took')];
    return markup`${timeAxis(this.report, t)}<div class="again">${table(t('Events'), heads, rows)}</div>`;
  }

  private storage(): Html | undefined {
    const { t } = this.words;
    const { storage } = this.report;
    if (!storage) return undefined;
    if (storage.length === 0) return markup`<p>${t('The extensions haven’t stored anything.')}</p>`;
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

/** What is looked up: closed until the reader opens it, but not on paper. */
function folded(title: PlainText, content: Html | undefined, count?: number): Html | undefined {
  const number = count === undefined ? undefined : markup` <span class="soft">${count}</span>`;
  return content && markup`<details class="fold"><summary><h2>${title}${number}</h2></summary>${content}</details>`;
}

/** What was uploaded, else all that is loaded. */
function testedOf({ extensions = [] }: Report): readonly ReportExtension[] {
  const uploaded = extensions.filter(({ upload }) => upload);
  return uploaded.length > 0 ? uploaded : extensions;
}
