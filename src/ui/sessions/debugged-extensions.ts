import * as vscode from 'vscode';
import { keyOf as connectionKeyOf, type ConnectionKey } from '../../state';
import { keyOf, type FollowedLog } from './followed-logs';

/** Whether something of a debugged extension stands at a breakpoint. */
export type DebugState = 'running' | 'paused';

/** The extensions that are debugged, as the rows show them. */
export class DebuggedExtensions {
  private readonly states = new Map<string, { readonly of: FollowedLog; readonly state: DebugState }>();
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;

  get(extension: FollowedLog): DebugState | undefined {
    return this.states.get(keyOf(extension))?.state;
  }

  /** Whether something of an extension in a session stands at a breakpoint. */
  hasPaused(connection: ConnectionKey, session: string): boolean {
    return [...this.states.values()].some(
      ({ of, state }) =>
        state === 'paused' && of.session === session && connectionKeyOf(of.connection) === connectionKeyOf(connection),
    );
  }

  /** @param state undefined: it is not debugged any more. */
  set(extension: FollowedLog, state: DebugState | undefined): void {
    if (this.get(extension) === state) return;
    if (state === undefined) this.states.delete(keyOf(extension));
    else this.states.set(keyOf(extension), { of: extension, state });
    this.changes.fire();
  }

  dispose(): void {
    this.changes.dispose();
  }
}
