import * as vscode from 'vscode';
import { waitSilently, type Wait } from '../app';
import { formatWait } from '../core/wording';
import { withProgress } from './progress';
import { say } from './say';

/** Milliseconds. A shorter wait is over before anybody has read of it. */
const SHORT = 3000;
const SECOND = 1000;

/** Counts down until the request is sent again; Cancel ends the wait, and what was waiting. */
export const waitVisibly: Wait = async ({ operation, milliseconds }, signal) => {
  if (milliseconds < SHORT) return waitSilently({ operation, milliseconds }, signal);
  const end = Date.now() + milliseconds;
  await withProgress(vscode.l10n.t('The service is busy'), async (cancelled, report) => {
    const either = AbortSignal.any([signal, cancelled]);
    for (let left = milliseconds; left > 0; left = end - Date.now()) {
      report(vscode.l10n.t('the {0} is tried again in {1}', say(operation.what), formatWait(left)), 1 - left / milliseconds);
      await waitSilently({ operation, milliseconds: Math.min(left, SECOND) }, either);
    }
  });
};
