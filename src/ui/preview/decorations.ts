import * as vscode from 'vscode';
import { explain } from '../../packaging';
import { localize } from '../editor/localize';
import { pathWithin } from '../editor/uris';
import type { Inspections } from '../folders/inspections';

/** A color of our own, because the editor's color for ignored files is hard to read on a light background. */
const EXCLUDED_COLOR = 'browserSessions.excludedForeground';

/** Tells them from files that git ignores, which the editor grays out too. */
const BADGE = '⊘';

/** Marks the excluded files of an inspected extension folder in the Explorer; the tooltip names the rule. */
export class Decorations implements vscode.FileDecorationProvider {
  private readonly changes = new vscode.EventEmitter<undefined>();
  readonly onDidChangeFileDecorations = this.changes.event;
  private readonly registered: vscode.Disposable;

  constructor(private readonly inspections: Inspections) {
    this.registered = vscode.Disposable.from(
      vscode.window.registerFileDecorationProvider(this),
      inspections.onDidChange(() => this.changes.fire(undefined)),
    );
  }

  provideFileDecoration(uri: vscode.Uri): vscode.FileDecoration | undefined {
    const held = this.inspections.holding(uri);
    if (!held) return undefined;
    const inside = pathWithin(held.folder, uri);
    if (!held.inspection.excluded.some((left) => inside === left.path || inside.startsWith(`${left.path}/`)))
      return undefined;
    return Object.assign(
      new vscode.FileDecoration(
        BADGE,
        localize(explain(held.inspection, inside)),
        new vscode.ThemeColor(EXCLUDED_COLOR),
      ),
      { propagate: false },
    );
  }

  dispose(): void {
    this.registered.dispose();
    this.changes.dispose();
  }
}
