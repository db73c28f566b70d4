import { listOf, message, type Message } from '../../core/message';
import type { Label } from '../../state';
import type { Running } from '../editor/running-item';

interface Shown {
  readonly title: string;
  readonly sessionLabel: Label;
  readonly isPaused: boolean;
}

/**
 * What the status bar shows of the extensions that are debugged, and of the one that stands at a breakpoint.
 * @param all undefined is returned without any.
 * @param left the time that the session of the first paused one has left, if it ends soon.
 */
export function debugItem(all: readonly Shown[], left: Message | undefined): Running | undefined {
  const [only] = all;
  if (!only) return undefined;
  const paused = all.find(({ isPaused }) => isPaused);
  const links: Running['links'] = [[message('Show Debugger'), 'workbench.view.debug']];
  if (paused)
    return {
      icon: 'debug-pause',
      text: pausedText(paused, left),
      isUrgent: true,
      details: pausedDetails(paused, left),
      links,
    };
  return {
    icon: 'debug-alt',
    text: message('Debugging {0}', listOf(all.map(({ title }) => title))),
    isUrgent: false,
    details:
      all.length === 1
        ? message('“{0}” is debugged in “{1}”.', only.title, only.sessionLabel)
        : message('{0} extensions are debugged.', all.length),
    links,
  };
}

function pausedText({ title, sessionLabel }: Shown, left: Message | undefined): Message {
  return left ? message('{0} paused · “{1}”: {2}', title, sessionLabel, left) : message('{0} paused', title);
}

function pausedDetails({ title, sessionLabel }: Shown, left: Message | undefined): Message {
  return left
    ? message(
        '“{0}” is paused in “{1}”: {2}, unless the service counts the debugger as use.',
        title,
        sessionLabel,
        left,
      )
    : message('“{0}” is paused in “{1}”.', title, sessionLabel);
}
