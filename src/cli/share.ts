import { reachText } from '../app/share/reach-text';
import { SharedPorts } from '../app/share/shared-ports';
import { Cancelled, UserError } from '../core/errors';
import { message } from '../core/message';
import { labelOf } from '../state';
import { openSession, type Context, type ExitCode } from './context';
import { localize } from './terminal';

export interface ShareOptions {
  readonly session?: string;
}

/** Shares ports of this machine with a session, until it is interrupted or the session can't be reached any more. */
export async function share(
  context: Context,
  ports: readonly number[],
  { session: wanted }: ShareOptions,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  const open = await openSession(context, wanted, 'changes');
  const { session } = open;
  const lost = new AbortController();
  let told: string | undefined;
  const shared = new SharedPorts(open, session, {
    localize,
    onLost: () => lost.abort(),
    onProblem: (problem) => {
      const text = problem && localize(problem);
      if (problem && text !== told) terminal.note(problem, 'yellow');
      told = text;
    },
  });
  try {
    for (const port of ports) await shared.add(port, signal);
    terminal.say(reachText(session, shared.ports));
    terminal.note(message('Press Ctrl+C to stop.'), 'dim');
    const ended = AbortSignal.any([signal, lost.signal]);
    if (!ended.aborted) await new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true }));
  } finally {
    await shared.end();
  }
  if (signal.aborted) throw new Cancelled();
  throw new UserError(message('Stopped sharing: the browser of “{0}” couldn’t be reached.', labelOf(session)));
}
