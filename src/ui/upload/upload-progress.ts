import path from 'node:path';
import type { FoldersProgress, RunStep, UploadStep } from '../../app/upload/ports';
import { formatBytes } from '../../core/format';
import { message, type Message } from '../../core/message';
import { labelOf } from '../../state';
import { withProgressIfSlow, withSendingProgress, type Report } from '../editor/progress';

/**
 * Runs a step of an upload under a notification with a Cancel button; for local steps it appears only if they are slow.
 */
export const showStep: RunStep = (step, work) => {
  const show = step.kind === 'sending' || step.kind === 'adding' ? withSendingProgress : withProgressIfSlow;
  return show(titleOf(step), (signal, report) => work(signal, (progress) => reportProgress(progress, report)));
};

/** What a step does, as a title. */
export function titleOf(step: UploadStep): Message {
  switch (step.kind) {
    case 'checking':
      return message('Checking “{0}”', path.basename(step.folder));
    case 'searching':
      return message('Looking for secrets in “{0}”', step.title);
    case 'zipping':
      return message('Zipping {0}', step.titles);
    case 'sending':
      return message('Uploading {0} to “{1}”', step.titles, labelOf(step.session));
    case 'adding':
      return message('Uploading “{0}” to the catalog', step.title);
    case 'updating':
      return message('Uploading “{0}” to “{1}” again', step.title, labelOf(step.session));
    case 'proving':
      return message('Checking what “{0}” has loaded…', labelOf(step.session));
  }
}

/** Shows the progress of an upload in the notification: phase, files or bytes, and percent. */
function reportProgress(progress: FoldersProgress, report: Report): void {
  switch (progress.phase) {
    case 'zipping': {
      const { done, files } = progress;
      return report(message('{0} of {1} files', done, files), files === 0 ? 1 : done / files);
    }
    case 'sending': {
      const { sent, total } = progress;
      const percent = Math.floor((sent / total) * 100);
      return report(message('sending {0} of {1} ({2}%)', formatBytes(sent), formatBytes(total), percent), sent / total);
    }
    case 'restarting':
      return report(message('restarting browser…'), 1);
  }
}
