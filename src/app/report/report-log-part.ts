import type { Translate } from '../../core/localizer';
import { markup, type Html } from './html';
import type { Report, ReportLine } from './report';
import { clock, iso, linesOf, plain } from './report-pieces';
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
  if (errors.length + requests.length === 0) return markup`<p>${t('None.')}</p>`;
  return markup`${errors.length > 0 ? markup`<h3>${t('Uncaught errors')}</h3>${linesPart(errors, report, t)}` : undefined}${requests.length > 0 ? markup`<h3>${t('Failed requests')}</h3>${linesPart(requests, report, t)}` : undefined}`;
}

export function logPart(report: Report, t: Translate): Html | undefined {
  const { log } = report;
  if (!log) return undefined;
  if (log.lines.length === 0) return markup`<p>${t('No log output.')}</p>`;
  const more =
    log.moreLines > 0 ? markup`<p class="soft">${t('{0} older lines aren’t listed.', log.moreLines)}</p>` : undefined;
  return markup`${more}${linesPart(log.lines, report, t)}`;
}

function linesPart(lines: readonly ReportLine[], report: Report, t: Translate): Html {
  const zero = zeroOf(report);
  const rows = lines.map(
    (line) =>
      markup`<li><span class="time"><time datetime="${iso(line.at)}">${clock(line.at)}</time> <span class="soft">${sinceText(line.at, zero)}</span></span> ${lineText(line, t)}</li>`,
  );
  return markup`<ul class="lines">${rows}</ul>`;
}

function lineText(line: ReportLine, t: Translate): Html {
  const { level, text, stack, isRequest } = line;
  const levels = { debug: t('Debug'), info: t('Info'), warning: t('Warning'), error: t('Error') };
  const mood = level === 'error' ? 'bad' : level === 'warning' ? 'warn' : 'soft';
  const frames =
    stack.length > 0
      ? markup`<details><summary>${t('Stack')}</summary><pre tabindex="0">${stack.map((frame) => markup`${plain(frame)}\n`)}</pre></details>`
      : undefined;
  return markup`<div><span class="level ${mood}">${isRequest ? t('Failed request') : levels[level]}</span> <span class="soft">${sourceText(line, t)}</span><br><span class="line mono">${linesOf(text)}</span>${frames}</div>`;
}

/** Who logged a line, and at which place. */
export function sourceText({ source, place }: ReportLine, t: Translate): Html {
  const from =
    source.kind === 'worker'
      ? t('worker')
      : source.kind === 'page'
        ? plain(source.path)
        : t('content script on {0}', source.host);
  return place === '' ? markup`${from}` : markup`${from}, <span class="mono">${plain(place)}</span>`;
}
