import * as vscode from 'vscode';
import type { LogLine } from '../../app/log/follow-log';
import type { Message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { localize } from '../editor/localize';
import { Log } from '../editor/log';
import { linesOf, placeText } from './log-text';

/** Places that are links; older ones stay text. */
const MAX_LINKS = 5000;

/** The output channel of one extension. */
export class ExtensionChannel {
  private readonly log: Log;
  private readonly links = new Map<string, vscode.Uri>();

  constructor(readonly name: PlainText) {
    this.log = Log.open(name);
  }

  write(lines: readonly LogLine[]): void {
    for (const line of lines) {
      for (const { place } of [line, ...line.stack])
        if (place?.source) this.link(placeText(place, nameOf), place.source);
      this.log.write(line.level, linesOf(line, nameOf));
    }
  }

  /** Adds a line of our own. */
  note(level: 'info' | 'warning' | 'error', text: Message): void {
    this.log.write(level, [localize(text)]);
  }

  show(): void {
    this.log.show(true);
  }

  /** The file of a place as it stands in the log. */
  linkOf(place: string): vscode.Uri | undefined {
    return this.links.get(place);
  }

  dispose(): void {
    this.log.dispose();
  }

  private link(text: string, { file, line, column }: { file: string; line: number; column: number }): void {
    this.links.delete(text);
    this.links.set(text, vscode.Uri.file(file).with({ fragment: `L${line},${column}` }));
    const [oldest] = this.links.keys();
    if (this.links.size > MAX_LINKS && oldest !== undefined) this.links.delete(oldest);
  }
}

function nameOf(file: string): string {
  return vscode.workspace.asRelativePath(file);
}
