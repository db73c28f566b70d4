import type { ReadyMessage, StartMessage } from '../../core/ready-message';
import { Cancelled, raceWithAbort, throwIfCancelled } from '../../core/errors';
import type { Message } from '../../core/message';
import { endedTooEarly, endedUnasked, startError } from './errors';
import type { LocalServiceOptions } from './options';
import { ServiceProcess } from './service-process';

/** A local service that runs, for whoever started it. Its `session` and `pool` are those that it begins with. */
export interface LocalService extends ReadyMessage {
  /** Settles when it has ended: undefined when it was told to, else a Message with why. Never rejects. */
  readonly ended: Promise<Message | undefined>;
  /** Ends it with its browsers; waits until it is gone. */
  stop(): Promise<void>;
}

/**
 * Starts the local service with the Node that runs us, and waits until its browsers have started.
 * @throws UserError where it does not start, when it is gone; Cancelled at once, while the rest is still being ended
 * and removed.
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
  const said = line === undefined ? undefined : read(line);
  if (said === undefined) {
    // It ends by itself, or says what no service of ours says.
    await service.stop();
    throw endedTooEarly(await service.ended);
  }
  if ('failure' in said) throw startError(said.failure);
  return said;
}

/** The service is of the same build, so an object in JSON is what it says. */
function read(line: string): StartMessage | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
