import type { DevToolsConnection } from '../connection';
import {
  attachToExtension,
  type AttachedPages,
  type ExtensionTargetsOptions,
  type TargetKind,
} from '../extension-targets';
import type { DebugServer } from './debug-server';
import { DebuggedTarget } from './debugged-target';
import { FileAddresses } from './file-addresses';
import { TargetMessages } from './target-messages';

/** Targets at a time. Each has a debugger of its own, which is a process of this machine. */
const LIMITS = { own: 10, web: 5 };

/** A target that waits for a debugger. */
export interface DebugTarget {
  /** Chromium's. */
  readonly id: string;
  readonly kind: TargetKind;
  readonly url: string;
  /** WebSocket on this machine, for one debugger. It speaks the domains `Debugger` and `Runtime` of the protocol. */
  readonly address: string;
}

export interface DebugOptions extends Pick<
  ExtensionTargetsOptions,
  'extensionId' | 'pausesWorkers' | 'runsIn' | 'wants' | 'choice' | 'onTooMany' | 'onTooManyOwn'
> {
  /** Where the files of the extension are on this machine. */
  readonly folder: string;
  /** Paths within the folder, with `/`. Asked for each breakpoint, because an upload may change them. */
  readonly files: () => readonly string[];
  readonly onTarget: (target: DebugTarget) => void;
  readonly onPause: (id: string, isPaused: boolean) => void;
  readonly onTargetEnd: (id: string) => void;
}

/**
 * Offers each target of an extension to a debugger: its worker, also one that starts later, its pages, and pages of the
 * web that its scripts run in. Resolves when all that runs now is offered; the rest is as `attachToExtension` says.
 * @returns the pages of the web.
 * @throws DevToolsFailure, or Cancelled.
 */
export async function debugTargets(
  connection: DevToolsConnection,
  server: DebugServer,
  options: DebugOptions,
  signal: AbortSignal,
): Promise<AttachedPages> {
  const { extensionId, folder } = options;
  const addresses = new FileAddresses(extensionId, folder);
  return attachToExtension(
    connection,
    {
      ...options,
      limits: LIMITS,
      attached: (target) => {
        const { targetId: id, kind, url } = target;
        return new DebuggedTarget({
          connection,
          server,
          target,
          signal,
          messages: new TargetMessages(extensionId, addresses, options.files),
          onBegin: (address) => options.onTarget({ id, kind, url, address }),
          onPause: (isPaused) => options.onPause(id, isPaused),
          onEnd: () => options.onTargetEnd(id),
        });
      },
    },
    signal,
  );
}
