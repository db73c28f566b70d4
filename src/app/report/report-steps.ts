import { formatDuration } from '../../core/format';
import { describeStep, type ResolvedStep } from '../../core/steps';
import type { PlainText } from '../../core/plain-text';
import type { Translate } from '../../core/localizer';
import { markup, type Html } from './html';
import type { ReportPath, StepResult } from './report';
import { plain, type ReportWords } from './report-pieces';
import { sinceText } from './report-times';

/** The steps of a report, with what came of each. A list, whose rows fold on a phone. */
export function stepsPart({ name, extension, steps, results }: ReportPath, zero: number, words: ReportWords): Html {
  const { t, localize } = words;
  const caption =
    extension === undefined
      ? t('The steps of “{0}”', name)
      : t('The steps of “{0}”, which tests “{1}”', name, extension);
  const rows = steps.map((step, index) => {
    const result = results[index];
    return markup`<li class="${result?.state ?? ''}"><span class="number">${index + 1}</span> <span>${localize(describeStep(step))}</span> ${result && resultPart(step, result, zero, t)}</li>`;
  });
  return markup`<ol class="steps" aria-label="${caption}">${rows}</ol>`;
}

function resultPart(
  step: ResolvedStep,
  { state, began, ended, point, error }: StepResult,
  zero: number,
  t: Translate,
): Html {
  const words = {
    passed: markup`<span class="good">${mark('✓')} ${t('passed')}</span>`,
    byPoint: markup`<span class="warn">${mark('⚠')} ${byPointText(step, point, t)}</span>`,
    failed: markup`<strong class="bad">${mark('✗')} ${t('failed')}</strong> ${plain(error ?? '')}`,
    canceled: markup`<span class="warn">${mark('⚠')} ${t('canceled, but may have taken effect')}</span>`,
    skipped: markup`<span class="soft">${t('not reached')}</span>`,
  };
  const took = began !== undefined && ended !== undefined ? formatDuration(ended - began) : undefined;
  const time =
    began === undefined
      ? undefined
      : markup`<span class="time" title="${t('Since the first step, and how long it took')}">${sinceText(began, zero)}${took && markup` <span class="soft">(${took})</span>`}</span>`;
  return markup`<span>${words[state]}</span> ${time}`;
}

/** So that no color is needed to tell results apart. */
function mark(sign: string): Html {
  return markup`<span aria-hidden="true">${sign}</span>`;
}

/** Why a click was made at its point: often the cause of what fails later. */
export function byPointText(step: ResolvedStep, point: StepResult['point'], t: Translate): PlainText {
  const name = step.kind === 'named' ? step.target.name : '';
  return point
    ? t('clicked at {0}, {1}: no element is named “{2}”', point.x, point.y, name)
    : t('clicked at its point: no element is named “{0}”', name);
}
