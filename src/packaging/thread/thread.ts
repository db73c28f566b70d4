// Runs in each thread of the pool: one job after another.
import { constants, setPriority } from 'node:os';
import { parentPort, type MessagePort } from 'node:worker_threads';
import { jobs, type Run } from './jobs';
import { type FromThread, sliceMessage, sentError, type ToThread, transfersOf, joinMessage } from './messages';

lowerPriority();
if (parentPort) listen(parentPort);

function listen(port: MessagePort): void {
  let controller = new AbortController();
  port.on('message', (received: ToThread) => {
    switch (received.kind) {
      case 'run':
        controller = new AbortController();
        void doJob(port, received, controller.signal);
        break;
      case 'cancel':
        controller.abort();
        break;
      case 'end':
        port.close();
        break;
    }
  });
}

async function doJob(
  port: MessagePort,
  { job, args }: Extract<ToThread, { kind: 'run' }>,
  signal: AbortSignal,
): Promise<void> {
  const post = (sent: FromThread, transfers: ArrayBuffer[] = []): void => port.postMessage(sent, transfers);
  try {
    const run: Run = { signal, onProgress: (progress) => post({ kind: 'progress', progress }) };
    // The pool makes sure that the arguments match the job.
    const value: unknown = await Reflect.apply(jobs[job], undefined, [run, ...(await joinMessage<unknown[]>(args))]);
    const result = await sliceMessage(value);
    post({ kind: 'done', result }, transfersOf(result));
  } catch (error) {
    post({ kind: 'failed', error: sentError(error) });
  }
}

/** The editor's own work comes first. On Linux, 0 is this thread alone; elsewhere it would be the whole process. */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, constants.priority.PRIORITY_LOW);
  } catch {
    // Some sandboxes forbid it; the job also works without.
  }
}
