import { listOf, message, type Message } from '../../core/message';
import { labelOf, type SessionRecord } from '../../state';
import { commandId } from '../editor/contributed';
import type { TooltipLink } from '../editor/linked-tooltip';
import type { Running } from '../editor/running-item';
import type { WatchState } from '../sessions/watched-uploads';

interface Shown {
  readonly title: string;
  readonly session: SessionRecord;
  readonly state: WatchState;
  /** Why the last change was not uploaded; undefined if it was. */
  readonly problem?: Message;
}

const STOP: TooltipLink = [message('Stop Watching'), commandId('stopWatching')];
const PROBLEMS: TooltipLink = [message('Show Problems'), 'workbench.actions.view.problems'];

/** What the status bar shows of the folders that are watched; undefined without any. */
export function watchItem(all: readonly Shown[]): Running | undefined {
  const failing = all.find(({ problem }) => problem);
  const [only] = all;
  if (!only) return undefined;
  if (failing?.problem)
    return {
      icon: 'warning',
      text: failingText(failing),
      isUrgent: true,
      details: failing.problem,
      links: errorsOf(failing) > 0 ? [PROBLEMS, STOP] : [STOP],
    };
  return {
    icon: 'eye',
    text: message('Watching {0}', listOf(all.map(({ title }) => title))),
    isUrgent: false,
    details:
      all.length === 1
        ? message('“{0}” is uploaded to “{1}” whenever it changes.', only.title, labelOf(only.session))
        : message('{0} folders are uploaded whenever they change.', all.length),
    links: [STOP],
  };
}

function errorsOf({ state }: Shown): number {
  return state === 'uploaded' ? 0 : state.errors;
}

function failingText(failing: Shown): Message {
  const { title } = failing;
  const errors = errorsOf(failing);
  if (errors === 0) return message('{0}: not uploaded', title);
  return errors === 1
    ? message('{0}: not uploaded, 1 error', title)
    : message('{0}: not uploaded, {1} errors', title, errors);
}
