import { Cancelled, raceWithAbort, throwIfCancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import type { ReadyMessage, StartMessage } from '../../core/ready-message';
import { endedTooEarly, endedUnasked, startError } from './errors';
import { type LocalServiceOptions, ServiceProcess } from './service-process';

/** A running local service. `session` and `pool` are those that it starts with. */
export interface LocalService extends ReadyMessage {
  /**
   * Settles when the service has ended: with undefined if it was stopped by us, else with a Message that says why.
   * Never rejects.
   */
  readonly ended: Promise<Message | undefined>;
  /** Ends the service with its browsers; waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts the local service with the same Node that runs this code, and waits until its browsers have started.
 * @throws UserError if it does not start, after it has ended. Cancelled as soon as the signal is aborted, while the
 * service is still being ended and cleaned up.
 */
export async function startLocalService(options: LocalServiceOptions, signal: AbortSignal): Promise<LocalService> {
  throwIfCancelled(signal);
  const service = new ServiceProcess(options);
  try {
    const announcement = await raceWithAbort(announced(service), signal);
    return {
      ...announcement,
      ended: service.ended.then((ending) => (ending.asked ? undefined : endedUnasked(ending))),
      stop: () => service.stop(),
    };
  } catch (error) {
    const stopping = service.stop();
    if (!(error instanceof Cancelled)) await stopping;
    throw error;
  }
}

async function announced(service: ServiceProcess): Promise<ReadyMessage> {
  const line = await Promise.race([service.firstLine, service.ended.then(() => undefined)]);
  const ready = line === undefined ? undefined : read(line);
  if (ready === undefined) {
    // The service has ended, or wrote a line that is not from our service.
    await service.stop();
    throw endedTooEarly(await service.ended);
  }
  if ('failure' in ready) throw startError(ready.failure);
  return ready;
}

/** The service is from the same build, so a JSON object has the expected shape. */
function read(line: string): StartMessage | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
