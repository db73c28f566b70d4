import { stepTitle } from '../../app/upload/outcome-words';
import type { FoldersProgress, RunStep } from '../../app/upload/ports';
import { formatBytes } from '../../core/format';
import { message } from '../../core/message';
import { withProgressIfSlow, withSendingProgress, type ReportProgress } from '../editor/progress';

/**
 * Runs a step of an upload under a notification with a Cancel button; for local steps it appears only if they are slow.
 */
export const showStep: RunStep = (step, work) => {
  const show = step.kind === 'sending' || step.kind === 'adding' ? withSendingProgress : withProgressIfSlow;
  return show(stepTitle(step), (signal, report) => work(signal, (progress) => reportProgress(progress, report)));
};

/** Shows the progress of an upload in the notification: phase, files or bytes, and percent. */
function reportProgress(progress: FoldersProgress, report: ReportProgress): void {
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
    case 'loading':
      return report(message('loading; the browser may restart…'), 1);
  }
}
