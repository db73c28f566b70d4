import type { Translate } from '../../core/localizer';
import { describeStep } from '../../core/steps';
import { markup, type Html } from './html';
import { doneSteps, failedStep, type Report, type ReportLine } from './report';
import { requestsOf, sourceText, uncaughtOf } from './report-log-part';
import { plain } from './report-pieces';
import { byPointText } from './report-steps';

/** Errors, and failed requests, that the banner has in full. */
const MAX_CAUSES = 2;

/** The banner: what failed, and what is known of the cause, so that nobody has to look for it. */
export function verdictPart(report: Report, t: Translate): Html | undefined {
  const { path, log } = report;
  const results = path?.results ?? [];
  const failed = failedStep(results);
  const [step, result] = [path?.steps[failed], results[failed]];
  const [errors, requests] = [uncaughtOf(report), requestsOf(report)];
  const causes = [
    ...byPointsBefore(report, failed, t),
    ...errors.slice(0, MAX_CAUSES).map((line) => causePart(line, t)),
    ...requests.slice(0, MAX_CAUSES).map((line) => causePart(line, t)),
  ];
  const more = Math.max(0, errors.length - MAX_CAUSES) + Math.max(0, requests.length - MAX_CAUSES);
  if (more > 0) causes.push(markup`<li>${more === 1 ? t('1 more, below') : t('{0} more, below', more)}</li>`);
  const parts = [
    step && result
      ? markup`<p><strong>${t('Step {0}: {1}.', failed + 1, describeStep(step))}</strong> ${plain(result.error ?? '')}${path?.picture?.isBlank ? markup` ${t('The page was blank.')}` : undefined}</p>`
      : path && markup`<p>${runText(doneSteps(results), results.length, t)}</p>`,
    log && errors.length + requests.length === 0
      ? markup`<p>${t('No uncaught errors and no failed requests.')}</p>`
      : undefined,
    causes.length > 0 ? markup`<ul>${causes}</ul>` : undefined,
  ].filter((each) => each !== undefined);
  if (parts.length === 0) return undefined;
  const isDoubtful = causes.length > 0 || results.some(({ state }) => state !== 'passed');
  return markup`<div class="verdict ${step ? 'bad' : isDoubtful ? 'warn' : 'good'}">${parts}</div>`;
}

function runText(done: number, all: number, t: Translate): string {
  if (all === 0) return t('These steps were recorded, not run.');
  if (done < all) return t('{0} of {1} steps passed.', done, all);
  return all === 1 ? t('The step passed.') : t('All {0} steps passed.', all);
}

/** A click that found nothing of its name is what a later step may fail for. */
function byPointsBefore({ path }: Report, failed: number, t: Translate): Html[] {
  return (path?.steps ?? []).flatMap((step, index) => {
    const result = path?.results[index];
    if (result?.state !== 'byPoint' || (failed >= 0 && index > failed)) return [];
    return [markup`<li><strong>${t('Step {0}', index + 1)}</strong> ${byPointText(step, result.point, t)}</li>`];
  });
}

function causePart(line: ReportLine, t: Translate): Html {
  const kind = line.isRequest ? t('Failed request') : t('Uncaught error');
  return markup`<li><strong>${kind}</strong> ${sourceText(line, t)}<br><span class="mono">${plain(line.text)}</span></li>`;
}
