import * as vscode from 'vscode';
import type { Activities } from '../../app/activities/activities';
import type {
  Activity,
  AgentActivity,
  CoverageActivity,
  DebugActivity,
  RecordingActivity,
  ShareActivity,
  VideoActivity,
  WatchActivity,
} from '../../app/activities/activity';
import { timeLeft, untilNextStep } from '../../app/expiry';
import { reachText } from '../../app/share/reach-text';
import { listOf, message, sentences, type Message } from '../../core/message';
import { joinPlain } from '../../core/plain-text';
import { portName } from '../../core/shared-port';
import { labelOf, type Label } from '../../state';
import { setContext } from '../editor/context';
import { commandId } from '../editor/contributed';
import { linkedTooltip, type TooltipLink } from '../editor/linked-tooltip';
import { localize, withIcon } from '../editor/localize';
import type { StatusMessages } from '../editor/show';

/** What the status bar shows of all that runs of one kind. */
interface RunningPart {
  readonly icon: string;
  /** Short: the tooltip has the rest. */
  readonly text: Message;
  /** Shown before what runs as it should, and beside each message. */
  readonly isUrgent: boolean;
  /** Behind the text, where it must not be overlooked. */
  readonly background?: 'error' | 'warning';
  /** The same with more room. */
  readonly details: Message;
  /** What can be done about it; the first one is what a click does. */
  readonly links: readonly [TooltipLink, ...TooltipLink[]];
}

/** Maximum characters of a name beside others. */
const MAX_SHORT = 24;

/**
 * Shows in the status bar what runs and has no place of its own: the most urgent in words, the rest as icons, and each
 * in the tooltip with what can be done about it.
 */
export class RunningItem {
  private readonly listener: { dispose(): void };
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly activities: Activities,
    private readonly statusBar: Pick<StatusMessages, 'showRunning'>,
  ) {
    this.listener = activities.onDidChange(() => this.show());
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.listener.dispose();
  }

  private show(): void {
    const { activities } = this;
    const [recordings, debugged] = [activities.of('recording'), activities.of('debug')];
    void setContext('running', activities.all.length > 0);
    void setContext('watching', activities.of('watch').length > 0);
    void setContext('following', activities.of('log').length > 0);
    void setContext('recording', recordings.length > 0);
    void setContext('recordingVideo', activities.of('video').length > 0);
    void setContext('sharing', activities.of('share').length > 0);
    void setContext(
      'sharedDown',
      activities.of('share').some(({ isDown }) => isDown),
    );
    void setContext('recordingCoverage', activities.of('coverage').length > 0);
    void setContext(
      'debugging',
      debugged.some(({ session }) => session !== undefined),
    );
    this.draw(
      [
        agentShown(activities.of('agent')),
        recordingShown(recordings),
        videoShown(activities.of('video')),
        coverageShown(activities.of('coverage')),
        shareShown(activities.of('share')),
        watchShown(activities.of('watch')),
        this.debugShown(debugged),
      ].filter((shown) => shown !== undefined),
    );
  }

  private draw(shown: readonly RunningPart[]): void {
    const all = shown.toSorted((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
    const [first, ...rest] = all;
    if (!first) return this.statusBar.showRunning(undefined);
    const texts = all.map(({ text }) => localize(text, MAX_SHORT));
    const lines = all.map(({ details }) => localize(details));
    const icons = rest.map(({ icon }) => withIcon(icon));
    const background = all.find((part) => part.background)?.background;
    this.statusBar.showRunning({
      text: joinPlain(' ', [withIcon(first.icon, localize(first.text, MAX_SHORT)), ...icons]),
      mark: first.isUrgent ? withIcon(first.icon) : undefined,
      tooltip: linkedTooltip(
        lines,
        all.flatMap(({ links }) => links),
      ),
      spoken: joinPlain(', ', [...texts, ...lines]),
      command: first.links[0][1],
      backgroundColor: background && new vscode.ThemeColor(`statusBarItem.${background}Background`),
    });
  }

  /** A session that may end while something stands at a breakpoint in it counts down. */
  private debugShown(activities: readonly DebugActivity[]): RunningPart | undefined {
    clearTimeout(this.timer);
    const now = Date.now();
    const end = activities.find(({ state }) => state === 'paused')?.endsAt();
    const left = end === undefined ? undefined : timeLeft(end, now);
    const wait = end === undefined ? undefined : untilNextStep(end, now);
    if (wait !== undefined) this.timer = setTimeout(() => this.show(), wait + 1).unref();
    return debugShown(
      activities.filter(({ session }) => session !== undefined),
      left,
    );
  }
}

const STOP: TooltipLink = [message('Stop…'), commandId('stop')];
const STOP_RECORDING: TooltipLink = [message('Stop Recording'), commandId('stopRecording')];
const STOP_RECORDING_VIDEO: TooltipLink = [message('Stop Recording Video'), commandId('stopRecordingVideo')];
const STOP_RECORDING_COVERAGE: TooltipLink = [message('Stop Recording Coverage'), commandId('stopRecordingCoverage')];
const TRY_AGAIN: TooltipLink = [message('Try Again'), commandId('trySharedPortsAgain')];
const STOP_SHARING: TooltipLink = [message('Stop Sharing Ports'), commandId('stopSharingPorts')];
const STOP_WATCHING: TooltipLink = [message('Stop Watching'), commandId('stopWatching')];
const PROBLEMS: TooltipLink = [message('Show Problems'), 'workbench.actions.view.problems'];
const DEBUGGER: TooltipLink = [message('Show Debugger'), 'workbench.view.debug'];

function agentShown(all: readonly AgentActivity[]): RunningPart | undefined {
  const [only] = all;
  if (!only) return undefined;
  return {
    icon: 'sparkle',
    text:
      all.length === 1
        ? message('{0} · {1}', only.title, only.session ? sessionLabel(only) : message('tests'))
        : message('{0} +{1}', only.title, all.length - 1),
    isUrgent: true,
    details: all.length === 1 ? agentDetails(only) : severalAgents(all),
    links: [STOP],
  };
}

function agentDetails(agent: AgentActivity): Message {
  if (!agent.session) return message('{0} is running tests in sessions of their own.', agent.title);
  return message('{0} is working in “{1}”. Open its screen to watch.', agent.title, sessionLabel(agent));
}

function severalAgents(all: readonly AgentActivity[]): Message {
  const each = all.map((agent) =>
    agent.session ? message('{0} in “{1}”', agent.title, sessionLabel(agent)) : message('{0} with tests', agent.title),
  );
  return message('{0} agents are working: {1}. Open a screen to watch.', all.length, listOf(each));
}

function recordingShown([recording]: readonly RecordingActivity[]): RunningPart | undefined {
  if (!recording) return undefined;
  const { count, left, title } = recording;
  return {
    icon: 'record',
    text: count === 1 ? message('Recording {0} · 1 step', title) : message('Recording {0} · {1} steps', title, count),
    isUrgent: true,
    background: 'error',
    details:
      left > 0
        ? message('{0} steps are recorded. {1} more can’t be.', count, left)
        : message('What you do in “{0}” is recorded, but not what agents do.', title),
    links: [STOP_RECORDING],
  };
}

function videoShown(all: readonly VideoActivity[]): RunningPart | undefined {
  const [only] = all;
  if (!only) return undefined;
  return {
    icon: 'device-camera-video',
    text: message('Recording video'),
    isUrgent: true,
    background: 'error',
    details:
      all.length === 1
        ? message('The service is recording a video of “{0}”.', only.title)
        : message('The service is recording videos of {0} sessions.', all.length),
    links: [all.length === 1 ? STOP_RECORDING_VIDEO : STOP],
  };
}

function coverageShown(all: readonly CoverageActivity[]): RunningPart | undefined {
  const [only] = all;
  if (!only) return undefined;
  return {
    icon: 'record',
    text: message('Recording coverage'),
    isUrgent: true,
    details:
      all.length === 1
        ? message('What runs of the uploads in “{0}” is counted.', only.title)
        : message('What runs of the uploads in {0} sessions is counted.', all.length),
    links: [STOP_RECORDING_COVERAGE],
  };
}

function shareShown(all: readonly ShareActivity[]): RunningPart | undefined {
  const [only] = all;
  if (!only) return undefined;
  const failing = all.find(({ problem }) => problem);
  const ports = all.flatMap((each) => each.ports);
  return {
    icon: 'plug',
    text: ports.length === 1 ? message('{0}', portName(only.ports[0] ?? 0)) : message('{0} ports shared', ports.length),
    isUrgent: true,
    ...(failing && { background: 'warning' }),
    details: failing?.problem ?? sentences(...all.map(({ session, ports: own }) => reachText(session, own))),
    links: all.some(({ isDown }) => isDown) ? [TRY_AGAIN, STOP_SHARING] : [STOP_SHARING],
  };
}

function watchShown(all: readonly WatchActivity[]): RunningPart | undefined {
  const failing = all.find(({ problem }) => problem);
  const [only] = all;
  if (!only) return undefined;
  if (failing?.problem)
    return {
      icon: 'error',
      text: failingText(failing),
      isUrgent: true,
      background: 'warning',
      details: failing.problem,
      links: errorsOf(failing) > 0 ? [PROBLEMS, STOP_WATCHING] : [STOP_WATCHING],
    };
  return {
    icon: 'eye',
    text: titlesOf(all),
    isUrgent: false,
    details:
      all.length === 1
        ? message('“{0}” is uploaded to “{1}” whenever it changes.', only.title, labelOf(only.session))
        : message('{0} folders are uploaded whenever they change.', all.length),
    links: [STOP_WATCHING],
  };
}

function errorsOf({ state }: WatchActivity): number {
  return state === 'uploaded' ? 0 : state.errors;
}

function failingText(failing: WatchActivity): Message {
  const { title } = failing;
  const errors = errorsOf(failing);
  if (errors === 0) return message('{0} · not uploaded', title);
  return errors === 1 ? message('{0} · 1 error', title) : message('{0} · {1} errors', title, errors);
}

/** @param left the time that the session of the first paused one has left, if it ends soon. */
function debugShown(all: readonly DebugActivity[], left: Message | undefined): RunningPart | undefined {
  const [only] = all;
  if (!only) return undefined;
  const paused = all.find(({ state }) => state === 'paused');
  if (paused)
    return {
      icon: 'debug-pause',
      text: pausedText(paused, left),
      isUrgent: true,
      details: pausedDetails(paused, left),
      links: [DEBUGGER],
    };
  return {
    icon: 'debug-alt',
    text: titlesOf(all),
    isUrgent: false,
    details:
      all.length === 1
        ? message('“{0}” is debugged in “{1}”.', only.title, sessionLabel(only))
        : message('{0} extensions are debugged.', all.length),
    links: [DEBUGGER],
  };
}

function pausedText(paused: DebugActivity, left: Message | undefined): Message {
  return left ? message('{0} · paused · {1}', paused.title, left) : message('{0} · paused', paused.title);
}

function pausedDetails(paused: DebugActivity, left: Message | undefined): Message {
  return left
    ? message(
        '“{0}” is paused in “{1}”: {2}, unless the service counts the debugger as use.',
        paused.title,
        sessionLabel(paused),
        left,
      )
    : message('“{0}” is paused in “{1}”.', paused.title, sessionLabel(paused));
}

function titlesOf(all: readonly Activity[]): Message {
  return listOf(all.map(({ title }) => title));
}

function sessionLabel({ session }: Activity): Label {
  return session ? labelOf(session) : '';
}
