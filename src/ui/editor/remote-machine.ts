import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import * as vscode from 'vscode';

/** The name of the machine that this extension runs on, in a remote window; undefined on the person's own machine. */
export function remoteMachine(): string | undefined {
  return vscode.env.remoteName === undefined ? undefined : hostname();
}

/**
 * Identifies that machine, as far as it can be told: many have the same name, and the authority of a remote window is
 * not known to extensions. A container without an ID has a name of its own.
 */
export function remotePlace(): string | undefined {
  const name = remoteMachine();
  if (name === undefined) return undefined;
  try {
    return `${name} ${readFileSync('/etc/machine-id', 'latin1').trim()}`;
  } catch {
    return name;
  }
}
