import { describeClick, type Click } from '../../core/click';
import { message, type Message } from '../../core/message';
import { pointNameProblem } from '../../core/named-points';
import { ask } from '../editor/input-box';
import { keepPoint, pointsOfWorkspace } from './workspace-points';

/** Asks for the name of a click, and keeps it in the workspace. @returns the name. */
export async function nameClick(click: Click): Promise<string> {
  const known = new Set((await pointsOfWorkspace()).map(({ name }) => name));
  const name = await askPointName(message('Name Point'), describeClick(click), known);
  await keepPoint({ name, click });
  return name;
}

/** @param known names that other points have. */
export async function askPointName(
  title: Message,
  prompt: Message,
  known: ReadonlySet<string>,
  value = '',
): Promise<string> {
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
