import * as vscode from 'vscode';
import type { ConnectionKey } from '../../state';

/** Which folder is watched, and for which session. */
export interface WatchedUpload {
  readonly connection: ConnectionKey;
  readonly session: string;
  readonly folder: string;
}

/** The folders that are uploaded again at each change, as the rows show them. */
export class WatchedUploads {
  private readonly watched = new Set<string>();
  private readonly changes = new vscode.EventEmitter<void>();
  readonly onDidChange = this.changes.event;

  has(upload: WatchedUpload): boolean {
    return this.watched.has(keyOf(upload));
  }

  set(upload: WatchedUpload, isWatched: boolean): void {
    if (isWatched) this.watched.add(keyOf(upload));
    else this.watched.delete(keyOf(upload));
    this.changes.fire();
  }

  dispose(): void {
    this.changes.dispose();
  }
}

export function keyOf({ connection, session, folder }: WatchedUpload): string {
  return JSON.stringify([connection.name, connection.address, session, folder]);
}
