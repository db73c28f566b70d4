import { describeClick, formatClick, parseClick, type Click } from '../../core/click';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { pointNameProblem } from '../../core/named-points';
import { plainText } from '../../core/plain-text';
import type { Size } from '../../core/screen/geometry';
import { ask } from '../editor/input-box';
import { MAX_NAME, t, withIcon } from '../editor/localize';
import { heading } from '../editor/pick';
import { pickOrType, type TypedChoice } from '../editor/typed-pick';
import { deletePoint, keepPoint, pointsOfWorkspace, renamePoint, type WorkspacePoint } from './workspace-points';

const AT = '640, 360';
const OPTIONS = 'right, middle, x2, +shift';

export interface ClickQuestion {
  /** The last clicks as the user enters them, the newest first. */
  readonly recent: readonly string[];
  /** The size of the display, if it is known: nothing outside it can be clicked. */
  readonly display?: Size | undefined;
  /** What the box begins with. */
  readonly typed?: string | undefined;
}

/**
 * Asks for a click: typed, one that has a name, or one of the last ones.
 * @throws Cancelled if the user closes the box.
 */
export async function askClick(title: Message, question: ClickQuestion): Promise<Click> {
  const { recent, display, typed = '' } = question;
  // A list with nothing in it would only hide what the box has to say about the text.
  const hasPoints = (await pointsOfWorkspace()).length > 0;
  if (recent.length === 0 && !hasPoints) return typeClick(title, question);
  return pickOrType({
    title,
    placeholder: hasPoints ? message('Name of a point, or {0}', position(display)) : promptFor(display),
    icon: 'inspect',
    value: typed,
    read: (text) => {
      const read = parseClick(text, display);
      return 'problem' in read ? read : { value: read.click, means: describeClick(read.click) };
    },
    choices: async () => {
      const points = await pointsOfWorkspace();
      return [
        ...(points.length > 0 ? [heading(t('Named Points')), ...points.map((each) => pointChoice(each, points))] : []),
        ...(recent.length > 0 ? [heading(t('Recent Clicks')), ...recent.map(recentChoice)] : []),
      ];
    },
  });
}

async function typeClick(title: Message, { display, typed = '' }: ClickQuestion): Promise<Click> {
  const text = await ask({
    title,
    prompt: promptFor(display),
    placeholder: message('x, y'),
    value: typed,
    check: (each) => problemOf(each, display),
    preview: (each) => describeClick(requireClick(each)),
  });
  return requireClick(text);
}

function promptFor(display: Size | undefined): Message {
  return display
    ? message(
        'Position on the {0} × {1} screen, such as {2}. Optional: {3}',
        display.width,
        display.height,
        AT,
        OPTIONS,
      )
    : message('Position on the screen, such as {0}. Optional: {1}', AT, OPTIONS);
}

function position(display: Size | undefined): Message {
  return display
    ? message('a position on the {0} × {1} screen, such as {2}', display.width, display.height, `${AT} right x2 +shift`)
    : message('a position on the screen, such as {0}', `${AT} right x2 +shift`);
}

function recentChoice(text: string): TypedChoice<Click> {
  const click = requireClick(text);
  return {
    label: withIcon('history', plainText(text, MAX_NAME)),
    value: click,
    actions: [
      { icon: 'edit', tooltip: t('Edit'), run: async () => text },
      {
        icon: 'bookmark',
        tooltip: t('Name Point…'),
        run: async () => {
          await nameClick(click);
          return undefined;
        },
      },
    ],
  };
}

function pointChoice(point: WorkspacePoint, all: readonly WorkspacePoint[]): TypedChoice<Click> {
  const { name, click } = point;
  const others = new Set(all.map((each) => each.name).filter((each) => each !== name));
  return {
    label: withIcon('bookmark', plainText(name, MAX_NAME)),
    description: plainText(formatClick(click), MAX_NAME),
    value: click,
    actions: [
      {
        icon: 'edit',
        tooltip: t('Rename…'),
        run: async () => {
          const newName = await askPointName(message('Rename Point'), describeClick(click), others, name);
          if (newName !== name) await renamePoint(point, newName);
          return undefined;
        },
      },
      {
        icon: 'trash',
        tooltip: t('Delete'),
        run: async () => {
          await deletePoint(point);
          return undefined;
        },
      },
    ],
  };
}

/**
 * Parses a click that was remembered or given as an argument.
 * @throws UserError if the text is not a click.
 */
export function requireClick(text: string): Click {
  const result = parseClick(text);
  if ('problem' in result) throw new UserError(message('Invalid click “{0}”. {1}', text, result.problem));
  return result.click;
}

function problemOf(text: string, display: Size | undefined): Message | undefined {
  const result = parseClick(text, display);
  return 'problem' in result ? result.problem : undefined;
}

/** Asks for the name of a click, and keeps it in the workspace. @returns the name. */
export async function nameClick(click: Click): Promise<string> {
  const known = new Set((await pointsOfWorkspace()).map(({ name }) => name));
  const name = await askPointName(message('Name Point'), describeClick(click), known);
  await keepPoint({ name, click });
  return name;
}

/** @param known names that other points have. */
async function askPointName(title: Message, prompt: Message, known: ReadonlySet<string>, value = ''): Promise<string> {
  const typed = await ask({
    title,
    prompt,
    value,
    check: (text) =>
      pointNameProblem(text.trim()) ??
      (known.has(text.trim()) ? message('“{0}” already exists. Choose another name.', text.trim()) : undefined),
  });
  return typed.trim();
}
