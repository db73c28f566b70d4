import * as vscode from 'vscode';
import type { UploadProgress } from '../app';
import { formatBytes } from '../core/wording';
import type { Report } from './progress';

/** Says in the notification where an upload is: phase, bytes and percent. */
export function reportUpload(progress: UploadProgress, report: Report): void {
  switch (progress.phase) {
    case 'packing': {
      const { done, files } = progress.progress;
      return report(vscode.l10n.t('zipping {0} of {1} files', done, files));
    }
    case 'sending': {
      const { sent, total } = progress;
      const percent = Math.floor((sent / total) * 100);
      return report(vscode.l10n.t('sending {0} of {1} ({2}%)', formatBytes(sent), formatBytes(total), percent), sent / total);
    }
    case 'restarting':
      return report(vscode.l10n.t('all sent, the browser restarts…'), 1);
  }
}
