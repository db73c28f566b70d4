import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';

/** What runs in this window as the rows show it, such as folders that are watched: a state for each of them. */
export class RowMarks<Of, State> {
  private readonly states = new Map<string, { readonly of: Of; readonly state: State }>();
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;

  /** @param keyOf returns the same text for equal values only. */
  constructor(private readonly keyOf: (of: Of) => string) {}

  get(of: Of): State | undefined {
    return this.states.get(this.keyOf(of))?.state;
  }

  /** @param state undefined: it does not run any more. */
  set(of: Of, state: State | undefined): void {
    if (isDeepStrictEqual(this.get(of), state)) return;
    if (state === undefined) this.states.delete(this.keyOf(of));
    else this.states.set(this.keyOf(of), { of, state });
    this.changes.fire();
  }

  some(isMeant: (of: Of, state: State) => boolean): boolean {
    return [...this.states.values()].some(({ of, state }) => isMeant(of, state));
  }

  dispose(): void {
    this.changes.dispose();
  }
}
