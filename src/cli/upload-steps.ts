import path from 'node:path';
import type { RunStep } from '../app/upload/ports';
import { stepTitle } from '../app/upload/outcome-words';
import { message } from '../core/message';
import { findSecrets } from '../packaging';
import { UsageError, type Context } from './context';

/** Shows the steps of an upload as progress. */
export function runSteps({ terminal, signal }: Pick<Context, 'terminal' | 'signal'>): RunStep {
  return (step, work) => {
    const title = stepTitle(step);
    terminal.progress(message('{0}…', title));
    return work(signal, (progress) => {
      if (progress.phase === 'sending')
        terminal.progress(
          message('{0}: {1} %', title, Math.round((100 * progress.sent) / Math.max(1, progress.total))),
        );
      else if (progress.phase === 'loading')
        terminal.progress(message('{0}: loading; the browser may restart…', title));
    });
  };
}

/** Allows the possible secrets of these files, for this run alone. */
export async function allowSecrets(
  { host, signal }: Pick<Context, 'host' | 'signal'>,
  folder: string,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return;
  const { files: included } = await host.inspect(folder, signal);
  const named = files.map((file) => path.posix.normalize(file.replaceAll('\\', '/')));
  const unknown = named.find((file) => !included.some(({ path: each }) => each === file));
  if (unknown !== undefined)
    throw new UsageError(
      message('--allow-secret: no file “{0}” is in the package. Give its path within the folder.', unknown),
    );
  const wanted = included.filter(({ path: each }) => named.includes(each));
  const found = await findSecrets(wanted, await host.allowedSecrets.salt(), signal);
  await host.allowedSecrets.allow(found.map(({ fingerprint }) => fingerprint));
}
