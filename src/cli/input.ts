import { text as textOfStream } from 'node:stream/consumers';
import path from 'node:path';
import { NoDevTools } from '../app/devtools-sessions';
import { click as clickAt, pressKeys, takeScreenshot, typeText } from '../app/computer';
import { clickElement, findElementsIn, type ShownElement } from '../app/page/elements';
import { describeClick, parseClick } from '../core/click';
import type { WantedElement } from '../core/element-name';
import { raceWithAbort, UserError } from '../core/errors';
import { formatBytes } from '../core/format';
import { listOf, message, sentences } from '../core/message';
import { labelOf } from '../state';
import { writeOutput } from './files';
import { openSession, UsageError, type Context, type ExitCode, type OpenSession } from './context';

interface InSession {
  readonly session?: string;
}

/** What is clicked by its name. */
interface Named extends WantedElement {
  readonly name: string;
}

/** Clicks at coordinates, or in the middle of what has a name. */
export async function click(
  context: Context,
  words: readonly string[],
  { name, role, frame, ...options }: InSession & WantedElement,
): Promise<ExitCode> {
  const { terminal, signal } = context;
  if (name !== undefined) {
    if (words.length > 0) throw new UsageError(message('Give coordinates or --name, not both.'));
    return clickByName(context, await openSession(context, options.session, 'changes'), { name, role, frame });
  }
  const parsed = parseClick(words.join(' '));
  if ('problem' in parsed) {
    const isName = /^\D/.test(words.join(' '));
    throw new UsageError(isName ? sentences(parsed.problem, message('To click by name, use --name.')) : parsed.problem);
  }
  const open = await openSession(context, options.session, 'changes');
  await clickAt(open, { sessionId: open.session.id, click: parsed.click }, signal);
  terminal.say(message('{0} in “{1}”.', describeClick(parsed.click), labelOf(open.session)));
  return 0;
}

async function clickByName({ terminal, signal }: Context, open: OpenSession, what: Named): Promise<ExitCode> {
  const { session } = open;
  terminal.progress(message('Reading the page in “{0}”…', labelOf(session)));
  const wanted = await findShownElement(open, what, signal);
  await clickElement(open, session, wanted, signal);
  terminal.say(
    wanted.origin === undefined
      ? message('Clicked “{0}” in “{1}”.', wanted.name, labelOf(session))
      : message('Clicked “{0}” in “{1}”, in a frame of {2}.', wanted.name, labelOf(session), wanted.origin),
  );
  return 0;
}

/** @throws UserError if there is none, or several. */
async function findShownElement(open: OpenSession, what: Named, signal: AbortSignal): Promise<ShownElement> {
  const { session } = open;
  const { name } = what;
  const { elements, elsewhere } = await findElementsIn(open, session, what, signal).catch((error: unknown) => {
    if (!(error instanceof NoDevTools)) throw error;
    throw new UserError(message('This service can’t read pages. Click by coordinates instead.'));
  });
  const [only, ...others] = elements;
  if (only && others.length === 0) return only;
  if (only)
    throw new UserError(
      message(
        '{0} are named “{1}” in “{2}”: {3}. Give more of the name, or --role.',
        elements.length,
        name,
        labelOf(session),
        listOf(elements.map((each) => message('{0} “{1}”', each.role, each.name))),
      ),
    );
  const [frame] = elsewhere.map(({ origin }) => origin);
  throw new UserError(
    sentences(
      message('Nothing to click in “{0}” is named “{1}”.', labelOf(session), name),
      frame === undefined ? undefined : message('A frame of “{0}” has it. If you mean that, add --frame "{0}".', frame),
    ),
  );
}

/** Types a text, then presses keys. */
export async function type(
  context: Context,
  given: string | undefined,
  { press, ...options }: InSession & { readonly press: readonly string[] },
): Promise<ExitCode> {
  const { terminal, signal } = context;
  if (given === undefined && press.length === 0) throw new UsageError(message('Give a text, or keys with --press.'));
  const text = given === '-' ? await raceWithAbort(textOfStream(process.stdin), signal) : (given ?? '');
  const open = await openSession(context, options.session, 'changes');
  const sessionId = open.session.id;
  if (text !== '') await typeText(open, { sessionId, text }, signal);
  if (press.length > 0) await pressKeys(open, { sessionId, keys: press }, signal);
  // The text may be a password.
  terminal.say(message('Typed in “{0}”.', labelOf(open.session)));
  return 0;
}

/** Writes a screenshot into a file, or to standard output. */
export async function shot(
  context: Context,
  file: string,
  { locale, extension, ...options }: InSession & { readonly locale: readonly string[]; readonly extension?: string },
): Promise<ExitCode> {
  const { terminal, signal, cwd } = context;
  if (locale.length > 0 || extension !== undefined)
    throw new UsageError(message('--locale and --extension need --store.'));
  if (file === '-' && terminal.isRead)
    throw new UsageError(message('A screenshot can’t be printed in a terminal. Give a file, or use a pipe.'));
  const open = await openSession(context, options.session, 'reads');
  const png = await takeScreenshot(open, open.session.id, signal);
  if (file === '-') terminal.write(png);
  else {
    await writeOutput(path.resolve(cwd, file), png);
    terminal.say(message('Wrote {0} ({1}).', file, formatBytes(png.length)));
  }
  return 0;
}
