import { once } from 'node:events';
import path from 'node:path';
import here from 'folder-of:bundle';
import { startLocalService, type LocalService } from '../app/local-service/start';
import { TOKEN_VARIABLE } from '../core/environment';
import { message } from '../core/message';
import type { Context, ExitCode } from './context';
import { ADDRESS_VARIABLE, stateFolder } from './host';
import { forgetService, tellOfService } from './known-service';

export interface ServiceOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly poolSize: number;
  readonly startUrl?: string;
  readonly json: boolean;
}

/** Runs the local service until it is interrupted. */
export async function service(context: Context, options: ServiceOptions): Promise<ExitCode> {
  const { terminal, signal, environment } = context;
  const { port, poolSize, startUrl } = options;
  const token = environment[TOKEN_VARIABLE]?.trim() || undefined;
  const flags = ['--pool-size', `${poolSize}`, ...(startUrl === undefined ? [] : ['--start-url', startUrl])];
  const program = path.join(here, 'local-service.mjs');
  terminal.progress(message('Starting the local browser…'));
  const running = await startLocalService({ program, port, flags, token }, signal);
  const folder = stateFolder(environment);
  const { pid } = process;
  try {
    // A token that was chosen is known to whoever has chosen it.
    const file =
      token === undefined ? tellOfService(folder, { address: running.url, token: running.token, pid }) : undefined;
    announce(context, running, file, options.json);
    const interrupted = signal.aborted ? undefined : once(signal, 'abort').then(() => undefined);
    const ended = await Promise.race([running.ended, interrupted]);
    if (ended === undefined) return 0;
    terminal.note(ended, 'red');
    return 1;
  } finally {
    forgetService(folder, { pid });
    await running.stop();
  }
}

/** The token is never printed: what is printed is kept in logs. */
function announce(
  { terminal }: Pick<Context, 'terminal'>,
  { url, session, pool }: LocalService,
  file: string | undefined,
  json: boolean,
): void {
  if (json) return terminal.printJsonLine({ address: url, session, pool, tokenFile: file });
  terminal.print('The local service is running.\n');
  terminal.print(`  address   ${url}`);
  terminal.print(`  session   ${session}`);
  if (pool !== undefined) terminal.print(`  pool      ${pool}`);
  terminal.print('');
  if (file === undefined)
    terminal.print(`For the next commands, with the same token:\n\n  export ${ADDRESS_VARIABLE}=${url}\n`);
  else terminal.print(`The next commands of this user find it by themselves. Its token is in\n${file}.\n`);
  terminal.print('Ctrl+C ends it, with its browsers and their files.');
}
