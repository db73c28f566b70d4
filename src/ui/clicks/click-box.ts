import * as vscode from 'vscode';
import { describeClick, formatClick, parseClick, type Click } from '../../core/click';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { pointNameProblem } from '../../core/named-points';
import { plainText } from '../../core/plain-text';
import { ask } from '../editor/input-box';
import { localize, MAX_NAME, t, withIcon } from '../editor/localize';
import type { Heading } from '../editor/pick';
import { pickOrType, type TypedChoice } from '../editor/typed-pick';
import { deletePoint, keepPoint, pointsOfWorkspace, renamePoint, type WorkspacePoint } from './workspace-points';

const [AT, AT_LENGTH] = ['640, 360', '640, 360 right x2 +shift'];
const PROMPT = message('x, y in pixels, such as {0} or {1}', AT, AT_LENGTH);
const PROMPT_WITH_NAMES = message('A name, or x, y in pixels, such as {0}', AT_LENGTH);

/**
 * Asks for a click: typed, one that has a name, or one of the last ones.
 * @param recent the last clicks as the user enters them, the newest first.
 * @throws Cancelled if the user closes the box.
 */
export async function askClick(title: Message, recent: readonly string[]): Promise<Click> {
  // A list with nothing in it would only hide what the box has to say about the text.
  const hasPoints = (await pointsOfWorkspace()).length > 0;
  if (recent.length === 0 && !hasPoints) return typeClick(title);
  return pickOrType({
    title,
    placeholder: hasPoints ? PROMPT_WITH_NAMES : PROMPT,
    icon: 'inspect',
    read: (text) => {
      const read = parseClick(text);
      return 'problem' in read ? read : { value: read.click, means: describeClick(read.click) };
    },
    choices: async () => {
      const points = await pointsOfWorkspace();
      return [
        ...(points.length > 0
          ? [heading(message('named points')), ...points.map((each) => pointChoice(each, points))]
          : []),
        ...(recent.length > 0 ? [heading(message('recent clicks')), ...recent.map(recentChoice)] : []),
      ];
    },
  });
}

async function typeClick(title: Message): Promise<Click> {
  const typed = await ask({
    title,
    prompt: PROMPT,
    placeholder: message('{0}', AT),
    check: (text) => problemOf(text),
    preview: (text) => describeClick(requireClick(text)),
  });
  return requireClick(typed);
}

function heading(text: Message): Heading {
  return { label: localize(text, MAX_NAME), kind: vscode.QuickPickItemKind.Separator };
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

function problemOf(text: string): Message | undefined {
  const result = parseClick(text);
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
