import type { Translate } from '../../core/localizer';
import type { PlainText } from '../../core/plain-text';
import { markup, type Html } from './html';
import type { Report, ReportLine } from './report';
import { clock, iso, linesOf, plain, table } from './report-pieces';
import { sinceText, zeroOf } from './report-times';

export function uncaughtOf({ log }: Report): readonly ReportLine[] {
  return (log?.lines ?? []).filter(({ isUncaught }) => isUncaught);
}

export function requestsOf({ log }: Report): readonly ReportLine[] {
  return (log?.lines ?? []).filter(({ isRequest }) => isRequest);
}

/** The uncaught errors and failed requests of a report. */
export function failuresPart(report: Report, t: Translate): Html | undefined {
  if (!report.log) return undefined;
  const [errors, requests] = [uncaughtOf(report), requestsOf(report)];
  if (errors.length + requests.length === 0) return markup`<p>${t('None were seen.')}</p>`;
  return markup`${errors.length > 0 ? linesPart(t('Uncaught errors'), errors, report, t) : undefined}${requests.length > 0 ? linesPart(t('Failed requests'), requests, report, t) : undefined}`;
}

export function logPart(report: Report, t: Translate): Html | undefined {
  const { log } = report;
  if (!log) return undefined;
  if (log.lines.length === 0) return markup`<p>${t('The extensions said nothing while somebody listened.')}</p>`;
  const more =
    log.moreLines > 0 ? markup`<p class="soft">${t('{0} older lines are left out.', log.moreLines)}</p>` : undefined;
  return markup`${more}${linesPart(t('The log of the extensions'), log.lines, report, t)}`;
}

function linesPart(caption: PlainText, lines: readonly ReportLine[], report: Report, t: Translate): Html {
  const zero = zeroOf(report);
  const rows = lines.map(
    (line) =>
      markup`<tr><td class="time"><time datetime="${iso(line.at)}">${clock(line.at)}</time><br><span class="soft">${sinceText(line.at, zero)}</span></td><td>${lineText(line, t)}</td></tr>`,
  );
  return table(caption, [t('Time'), t('What it says')], rows);
}

function lineText({ level, source, text, place, stack, isRequest }: ReportLine, t: Translate): Html {
  const from =
    source.kind === 'worker'
      ? t('worker')
      : source.kind === 'page'
        ? plain(source.path)
        : t('content script on {0}', source.host);
  const levels = { debug: t('Debug'), info: t('Info'), warning: t('Warning'), error: t('Error') };
  const mood = level === 'error' ? 'bad' : level === 'warning' ? 'warn' : 'soft';
  const where = place === '' ? from : markup`${from}, <span class="mono">${plain(place)}</span>`;
  const frames =
    stack.length > 0
      ? markup`<details><summary>${t('Stack')}</summary><pre tabindex="0">${stack.map((frame) => markup`${plain(frame)}\n`)}</pre></details>`
      : undefined;
  return markup`<span class="level ${mood}">${isRequest ? t('Failed request') : levels[level]}</span> <span class="soft">${where}</span><br><span class="line mono">${linesOf(text)}</span>${frames}`;
}
