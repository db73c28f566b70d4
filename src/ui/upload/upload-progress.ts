import type { PackProgress, UploadProgress } from '../../app';
import { message } from '../../core/message';
import { formatBytes } from '../../core/format';
import type { Report } from '../editor/progress';

/** Says in the notification how far the zipping is. */
export function reportPacking({ done, files }: PackProgress, report: Report): void {
  report(message('{0} of {1} files', done, files), files === 0 ? 1 : done / files);
}

/** Says in the notification where an upload is: phase, bytes and percent. */
export function reportUpload(progress: UploadProgress, report: Report): void {
  if (progress.phase === 'restarting') return report(message('all sent, the browser restarts…'), 1);
  const { sent, total } = progress;
  const percent = Math.floor((sent / total) * 100);
  report(message('sending {0} of {1} ({2}%)', formatBytes(sent), formatBytes(total), percent), sent / total);
}
