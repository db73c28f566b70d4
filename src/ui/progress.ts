import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';

/** Tells where the work is: a text, and how much is done (0 to 1) where that is known. */
export type Report = (text: string, done?: number) => void;

/** Runs cancellable work under a notification. The editor wants increments; the work says where it is. */
export async function withProgress<T>(title: string, work: (signal: AbortSignal, report: Report) => Promise<T>): Promise<T> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, (progress, token) => {
    const controller = new AbortController();
    token.onCancellationRequested(() => controller.abort());
    let shown = 0;
    return work(controller.signal, (text, done = shown) => {
      progress.report({ message: text, increment: Math.max(0, done - shown) * 100 });
      shown = Math.max(shown, done);
    });
  });
}

/** Milliseconds. What is done sooner needs no notification. */
const PATIENCE = { local: 700, service: 3000 };

/** As `withProgress`, for work on this machine that is nearly always done at once: the notification comes only when it is not. */
export async function withProgressIfSlow<T>(title: string, work: (signal: AbortSignal, report: Report) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  let shown: Report | undefined;
  return offerCancelIfSlow(title, PATIENCE.local, controller, work(controller.signal, (...said) => shown?.(...said)), (report) => (shown = report));
}

/** Runs short work at the service under a text in the status bar; when it is not short, under a notification that can cancel it. */
export async function withStatus<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const working = work(controller.signal);
  void vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title }, () => Promise.allSettled([working]));
  return offerCancelIfSlow(title, PATIENCE.service, controller, working);
}

async function offerCancelIfSlow<T>(title: string, patience: number, controller: AbortController, working: Promise<T>, onShown: (report: Report) => void = () => {}): Promise<T> {
  const soon = await Promise.race([working.then(() => true), delay(patience, false, { ref: false })]);
  if (soon) return working;
  return withProgress(title, (signal, report) => {
    onShown(report);
    signal.addEventListener('abort', () => controller.abort());
    return working;
  });
}
