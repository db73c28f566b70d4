import * as vscode from 'vscode';
import type { LogLine, LogPlace } from '../../app/log/follow-log';
import { logLine, placeInLine } from '../../core/log-line';
import type { Message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { localize, t } from '../editor/localize';
import { Log } from '../editor/log';

/** Places that are links; older ones stay text. */
const MAX_LINKS = 5000;
/** Lines of one message, and of its stack. */
const MAX_LINES = 30;

/** The output channel of one extension. */
export class ExtensionChannel {
  private readonly log: Log;
  private readonly links = new Map<string, vscode.Uri>();

  constructor(readonly name: PlainText) {
    this.log = Log.open(name);
  }

  write(lines: readonly LogLine[]): void {
    for (const line of lines) {
      for (const { place } of [line, ...line.stack]) if (place?.source) this.link(placeText(place), place.source);
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

/** A place as it stands in the log: `src/worker.ts:12:5`. */
function placeText({ path, line, column, source }: LogPlace): string {
  const [name, ...at] = source
    ? [vscode.workspace.asRelativePath(source.file), source.line, source.column]
    : [path, line, column];
  return logLine([name, ...at].join(':'));
}

/** The lines of one entry, which come from outside: the first has the place and where it comes from, the others have more text and the stack. */
export function linesOf({ source, text, place, stack }: LogLine): string[] {
  const [first = '', ...others] = text.split(/\r\n|[\r\n]/).slice(0, MAX_LINES);
  const at = place ? `${placeText(place)} ` : '';
  return [`${at}(${sourceText(source)}) ${first}`, ...others, ...framesOf(stack)];
}

function framesOf(stack: LogLine['stack']): string[] {
  return stack.slice(0, MAX_LINES).flatMap(({ name, place }) => {
    const where = place && placeText(place);
    if (name === '') return where === undefined ? [] : `at ${where}`;
    return where === undefined ? `at ${name}` : `at ${name} (${where})`;
  });
}

function sourceText(source: LogLine['source']): string {
  switch (source.kind) {
    case 'worker':
      return t('worker');
    case 'page':
      return source.path;
    case 'contentScript':
      return t('content script on {0}', source.host);
  }
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

/** The editor names the document of a channel after its extension and the channel, without the colon. */
function isOf({ path }: vscode.Uri, name: string): boolean {
  return path.replace(/\.log$/, '').endsWith(`.${name.replace(':', '')}`);
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
