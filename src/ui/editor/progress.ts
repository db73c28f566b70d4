import { setTimeout as delay } from 'node:timers/promises';
import type { Message } from '../../core/message';
import { showCountdowns } from './countdown';
import { showInStatusBar, showProgress } from './show';

/** Tells where the work is: a text, and how much is done (0 to 1) where that is known. */
export type Report = (text: Message, done?: number) => void;

/** Runs cancellable work under a notification. The editor wants increments; the work says where it is. */
export async function withProgress<T>(
  title: Message,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T> {
  return showProgress(title, (show, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    let shown = 0;
    const report: Report = (text, done = shown) => {
      show(text, Math.max(0, done - shown) * 100);
      shown = Math.max(shown, done);
    };
    showCountdowns(controller.signal, report);
    return work(controller.signal, report);
  });
}

/** Milliseconds. What is done sooner needs no notification. */
const PATIENCE = { sending: 400, local: 700, service: 3000 };

/**
 * As `withProgress`, for work on this machine that is nearly always done at once: the notification comes only when it
 * is not.
 */
export async function withProgressIfSlow<T>(
  title: Message,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T> {
  return withLateProgress(title, PATIENCE.local, work);
}

/** As `withProgress`, but late: what fails at once shows no progress under its error. */
export async function withSendingProgress<T>(
  title: Message,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T> {
  return withLateProgress(title, PATIENCE.sending, work);
}

/**
 * Runs short work at the service under a text in the status bar; when it is not short, under a notification that can
 * cancel it.
 */
export async function withStatus<T>(title: Message, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return withLateProgress(title, PATIENCE.service, (signal) => {
    const working = work(signal);
    showInStatusBar(title, working);
    return working;
  });
}

/** The notification comes after `patience`, or with the first countdown, and begins with what was reported last. */
async function withLateProgress<T>(
  title: Message,
  patience: number,
  work: (signal: AbortSignal, report: Report) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let newest: Parameters<Report> | undefined;
  let shown: Report | undefined;
  const report: Report = (text, done = newest?.[1]) => {
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
