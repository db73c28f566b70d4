import * as vscode from 'vscode';
import type { LogLine } from '../../app/log/follow-log';
import { logTexts, placeText } from '../../app/log/log-text';
import { logLine, placeInLine } from '../../core/log-line';
import type { Message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { localize } from '../editor/localize';
import { Log } from '../editor/log';

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
        if (place?.source) this.link(logLine(placeText(place, nameOf)), place.source);
      this.log.write(line.level, linesOf(line));
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

/** The lines of one entry, which come from outside. */
export function linesOf(line: LogLine): readonly string[] {
  return logTexts(line, { nameOf, localize });
}

/** Makes links of the places in the logs of extensions: only of those that we found on this machine. */
export function registerLogLinks(channels: () => Iterable<ExtensionChannel>): vscode.Disposable {
  return vscode.languages.registerDocumentLinkProvider(
    { scheme: 'output' },
    {
      provideDocumentLinks: (document) => {
        const channel = [...channels()].find(({ name }) => isOf(document.uri, name));
        return channel ? linksIn(document, channel) : [];
      },
    },
  );
}

/** The editor names the document of a channel after its extension and the channel. */
function isOf({ path }: vscode.Uri, name: string): boolean {
  return path.replace(/\.log$/, '').endsWith(`.${name}`);
}

function linksIn(document: vscode.TextDocument, channel: ExtensionChannel): vscode.DocumentLink[] {
  return document
    .getText()
    .split('\n')
    .flatMap((text, line) => {
      const place = placeInLine(text);
      const target = place === undefined ? undefined : channel.linkOf(place);
      if (place === undefined || !target) return [];
      const start = text.indexOf(place);
      return new vscode.DocumentLink(new vscode.Range(line, start, line, start + place.length), target);
    });
}
