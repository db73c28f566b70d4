import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '../../core/message';
import { showCountdowns } from './countdown';
import { showInStatusBar, showProgress } from './show';

/** Reports the progress of work: a text, and the completed fraction (0 to 1) if it is known. */
export type ReportProgress = (text: Message, done?: number) => void;

/**
 * Runs cancellable work under a notification. The work reports its total progress, which is converted to the increments
 * that the editor expects.
 */
export async function withProgress<T>(
  title: Message,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  return showProgress(title, (show, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    let shown = 0;
    const report: ReportProgress = (text, done = shown) => {
      show(text, Math.max(0, done - shown) * 100);
      shown = Math.max(shown, done);
    };
    showCountdowns(controller.signal, report);
    return work(controller.signal, report);
  });
}

/** Milliseconds. Work that ends sooner needs no notification. */
const PATIENCE = { sending: 400, local: 700, service: 3000 };

/**
 * Like `withProgress`, for work on this machine that is nearly always fast: the notification appears only if it is not.
 */
export async function withProgressIfSlow<T>(
  title: Message,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  return withLateProgress(title, PATIENCE.local, work);
}

/** Like `withProgress`, but delayed: work that fails immediately shows no progress below its error. */
export async function withSendingProgress<T>(
  title: Message,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  return withLateProgress(title, PATIENCE.sending, work);
}

/**
 * Runs a short operation of the service with a text in the status bar; if it takes longer, under a notification with a
 * Cancel button.
 */
export async function withStatus<T>(title: Message, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withLateProgress(title, PATIENCE.service, (signal) => {
    const working = work(signal);
    showInStatusBar(title, working);
    return working;
  });
}

/**
 * The notification appears after `patience` milliseconds, or with the first countdown, and starts with the last
 * reported progress.
 */
async function withLateProgress<T>(
  title: Message,
  patience: number,
  work: (signal: AbortSignal, report: ReportProgress) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let newest: Parameters<ReportProgress> | undefined;
  let shown: ReportProgress | undefined;
  const report: ReportProgress = (text, done = newest?.[1]) => {
    newest = [text, done];
    shown?.(text, done);
  };
  const waits = new Promise<false>((resolve) => {
    showCountdowns(controller.signal, (countdown) => {
      report(countdown);
      resolve(false);
    });
  });
  const working = work(controller.signal, report);
  const soon = await Promise.race([working.then(() => true), delay(patience, false, { ref: false }), waits]);
  if (soon) return working;
  return withProgress(title, (signal, show) => {
    shown = show;
    if (newest) show(...newest);
    signal.addEventListener('abort', () => controller.abort());
    return working;
  });
}
