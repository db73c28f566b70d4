import * as vscode from 'vscode';
import type { ExtensionChannel } from './extension-channel';
import { placeInLine } from './place-in-line';

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
