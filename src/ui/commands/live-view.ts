import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { UserError } from '../../core/errors';
import { message } from '../../core/message';
import type { PlainText } from '../../core/plain-text';
import { isNotFound } from '../../core/service-error';
import { labelOf, type Label } from '../../state';
import { VIEWER_VIEW } from '../editor/contributed';
import { escapeHtml } from '../../core/escape-html';
import { plainLabel, t } from '../editor/localize';
import { withStatus } from '../editor/progress';
import type { Services } from '../services';
import { sessionOf } from '../sessions/choose-session';
import type { Target } from '../target';
import type { Command } from './command';

/**
 * Shows a session in its service's own viewer, in a tab. The editor's simple browser and the browsers of this machine
 * would show the address, which is a secret.
 */
export const openLiveView: Command = async (services, target) => {
  const { address, label } = await addressOf(services, target);
  openViewer(address, plainLabel(label));
};

export const copyLiveView: Command = async (services, target) => {
  const { address } = await addressOf(services, target);
  await vscode.env.clipboard.writeText(address.href);
  services.statusMessages.show(message('$(check) Copied. Anyone with this address can use the session'));
};

/** The address is a secret: it is asked for each time, and neither kept, logged nor shown by us. */
async function addressOf(
  { connection, records }: Services,
  target: Target,
): Promise<{ readonly address: URL; readonly label: Label }> {
  const client = await connection.client();
  const title = message('Service’s Viewer: Select Session');
  const id = await sessionOf(target, { client, records, connection }, { title, mayStart: false });
  const label = labelOf(records.sessions.get(id) ?? { id });
  const address = await withStatus(message('Asking for the viewer of “{0}”…', label), (signal) =>
    client.liveViewAddress(id, signal),
  ).catch(async (error: unknown) => {
    if (isNotFound(error)) await records.sessions.remember({ id, gone: true });
    throw error;
  });
  if (!address) throw new UserError(message('The service has no viewer for “{0}”.', label));
  return { address, label };
}

/** What the page sends when its button is pressed. */
const OPEN_OUTSIDE = 'openOutside';

/** Opens a tab with the viewer of a session at its service. Its address is a secret, and is shown nowhere in the tab. */
function openViewer(address: URL, label: PlainText): void {
  // Without a serializer, the editor does not open it again after a reload: the address is kept nowhere.
  const panel = vscode.window.createWebviewPanel(VIEWER_VIEW, label, vscode.ViewColumn.Active, {
    enableScripts: true,
    localResourceRoots: [],
  });
  panel.webview.onDidReceiveMessage((received: unknown) => {
    if (received === OPEN_OUTSIDE) void vscode.env.openExternal(vscode.Uri.parse(address.href, true));
  });
  panel.webview.html = viewerHtml(address, label);
}

/** Nothing but this one origin is loaded, and it can open no window and lead the tab nowhere else. */
function viewerHtml({ href, origin }: URL, label: PlainText): string {
  const nonce = randomBytes(16).toString('base64url');
  const policy = `default-src 'none'; frame-src ${origin}; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'`;
  return `<!doctype html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<title>${escapeHtml(label)}</title>
<style nonce="${nonce}">
html, body { height: 100%; padding: 0; margin: 0; }
body { display: flex; flex-direction: column; }
iframe { flex: 1; background: #fff; border: none; }
footer { padding: 4px 8px; border-top: 1px solid var(--vscode-editorGroup-border, transparent); }
button { padding: 0; font: inherit; color: var(--vscode-textLink-foreground); cursor: pointer; background: none; border: none; }
button:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
</style>
</head>
<body>
<iframe src="${escapeHtml(href)}" title="${escapeHtml(label)}" sandbox="allow-scripts allow-forms allow-same-origin" allow="clipboard-read; clipboard-write; fullscreen" referrerpolicy="no-referrer"></iframe>
<footer>${escapeHtml(t('Nothing here? The service may not allow its viewer inside other pages.'))} <button>${escapeHtml(t('Open in Browser'))}</button></footer>
<script nonce="${nonce}">
const editor = acquireVsCodeApi();
document.querySelector('button').addEventListener('click', () => editor.postMessage('${OPEN_OUTSIDE}'));
</script>
</body>
</html>`;
}
