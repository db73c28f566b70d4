import * as vscode from 'vscode';
import { plainText } from '../../core/plain-text';
import type { ConnectionKey } from '../../state';
import { MAX_TITLE } from '../editor/localize';

/** The scheme of the URIs of screenshots. */
export const SCREENSHOTS = 'browser-sessions';

/** Which session a screenshot is of. */
export interface Pictured {
  readonly connection: ConnectionKey;
  readonly session: string;
}

/**
 * The URI of a screenshot, with folders that a person can read above the editor. It has no query: the editor's image
 * preview would show an older picture again.
 * @param name becomes the title of the tab, with `.png`: by that the editor knows that it is a picture.
 */
export function screenshotUri({ connection }: Pick<Pictured, 'connection'>, name: string): vscode.Uri {
  const parts = [connection.name, name].map(pathPart);
  return vscode.Uri.from({ scheme: SCREENSHOTS, path: `/${parts.join('/')}.png` });
}

/** A text from outside as one part of a path. */
export function pathPart(text: string): string {
  const plain = plainText(text.replaceAll(/[/\\]/g, '\u2215'), MAX_TITLE);
  return /^\.*$/.test(plain) ? `_${plain}` : plain;
}
