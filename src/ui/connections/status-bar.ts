import * as vscode from 'vscode';
import { lastUsed } from '../../app/last-used';
import { isLocal, projectOf } from '../../core/connection-settings';
import { UserError } from '../../core/errors';
import { message, sentences, type Message } from '../../core/message';
import { joinPlain, plainText, type PlainText } from '../../core/plain-text';
import { formatTags } from '../../core/tags';
import { labelOf, type SessionRecord } from '../../state';
import type { Connection } from '../../app/connections/connection';
import type { Connections } from '../../app/connections/connections';
import { localize, MAX_STATUS, t, withIcon } from '../editor/localize';
import { formatMoment } from '../editor/format-moment';
import { commandId } from '../editor/contributed';
import { linkedTooltip, type TooltipLink } from '../editor/linked-tooltip';
import type { ListTrouble } from '../views/list-states';

export interface StatusBarContent {
  readonly text: PlainText;
  readonly tooltip: ReturnType<typeof linkedTooltip>;
  readonly accessibilityInformation: { readonly label: PlainText };
  readonly command: string;
  readonly color?: vscode.ThemeColor;
  readonly backgroundColor?: vscode.ThemeColor;
}

/** Shows which service the commands use, the session that was used last, and what was uploaded into it. */
export class StatusBar {
  private readonly item = vscode.window.createStatusBarItem(
    'browserSessions.connection',
    vscode.StatusBarAlignment.Left,
  );

  constructor(private readonly connections: Connections) {
    this.item.name = t('Browser Sessions: Connection');
  }

  show(content: StatusBarContent): void {
    Object.assign(this.item, { color: undefined, backgroundColor: undefined }, content);
    this.item.show();
  }

  /**
   * What the status bar has to show now.
   * @param token returns the text about the token, which may take long.
   * @param trouble why the service gave no list.
   */
  async content(
    token: (connection: Connection) => Promise<PlainText>,
    trouble?: ListTrouble,
  ): Promise<StatusBarContent> {
    try {
      return await contentOf(this.connections.active(), token, trouble);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const none = this.connections.activeName === undefined;
      const name = shortPlain(this.connections.activeName ?? '');
      const command = none ? 'addConnection' : 'switchConnection';
      return {
        text: none ? t('$(plug) Add Connection') : withIcon('warning', name),
        ...tooltipOf(
          none ? t('Add Connection') : name,
          [localize(error.text)],
          [[none ? message('Add Connection') : message('Switch Connection'), command]],
        ),
        command: commandId(command),
      };
    }
  }

  dispose(): void {
    this.item.dispose();
  }
}

async function contentOf(
  connection: Connection,
  token: (connection: Connection) => Promise<PlainText>,
  trouble: ListTrouble | undefined,
): Promise<StatusBarContent> {
  const { settings, records } = connection;
  const session = lastUsed(records.sessions);
  const upload = session?.uploads?.[0];
  const where = joinPlain(' · ', [
    shortPlain(settings.name),
    settings.production ? t('production') : undefined,
    session && localize(message('{0}', labelOf(session)), MAX_STATUS),
    upload && shortPlain(upload.title),
  ]);
  const lines = linesOf(connection, session, await token(connection), trouble);
  return {
    text: withIcon(trouble ? 'warning' : (settings.icon ?? (isLocal(settings) ? 'vm' : 'browser')), where),
    ...tooltipOf(where, lines, [
      ...(trouble?.state === 'rejected' ? [[message('Set Token'), commandId('setToken')] as const] : []),
      [message('Manage Connection'), commandId('manageConnection')],
      ...(session ? [[message('Open Screen'), commandId('openScreen')] as const] : []),
      ...(upload ? [[message('Upload Again'), commandId('uploadAgain')] as const] : []),
    ]),
    command: commandId('manageConnection'),
    ...(settings.color && { color: new vscode.ThemeColor(`charts.${settings.color}`) }),
    // The editor has no other background color for a warning.
    ...((settings.production || trouble) && {
      backgroundColor: new vscode.ThemeColor('statusBarItem.warningBackground'),
    }),
  };
}

/** A tooltip with these lines, and what a screen reader is told. */
function tooltipOf(
  label: PlainText,
  lines: readonly PlainText[],
  links: readonly TooltipLink[],
): Pick<StatusBarContent, 'tooltip' | 'accessibilityInformation'> {
  return {
    tooltip: linkedTooltip(lines, links),
    accessibilityInformation: { label: joinPlain(', ', [label, ...lines]) },
  };
}

function shortPlain(text: string): PlainText {
  return plainText(text, MAX_STATUS);
}

function linesOf(
  connection: Connection,
  session: SessionRecord | undefined,
  token: PlainText,
  trouble: ListTrouble | undefined,
): PlainText[] {
  const { name, address, settings } = connection;
  const project = projectOf(settings);
  const upload = session?.uploads?.[0];
  return [
    t('Browser Sessions: {0}', name),
    ...(settings.production
      ? [t('Production connection: asks before uploads, sequences, releases and deletions')]
      : []),
    address === undefined ? t('The local browser isn’t running; it starts when needed') : t('Address: {0}', address),
    ...(project === undefined ? [] : [t('Project: {0}', project)]),
    ...(settings.tags ? [t('Sessions with: {0}', formatTags(settings.tags))] : []),
    ...(trouble ? [localize(troubleWords(connection, trouble))] : []),
    token,
    ...(session ? [t('Session: {0}', labelOf(session))] : []),
    ...(upload
      ? [t('Last upload: {0} {1}, {2}', upload.title, upload.version, formatMoment(new Date(upload.at)))]
      : []),
  ];
}

function troubleWords({ name }: Connection, { state, cause }: ListTrouble): Message {
  return state === 'rejected'
    ? message('“{0}” rejected the token.', name)
    : sentences(message('The service couldn’t be reached.'), cause);
}

/** The tooltip's text about the token, also if the token cannot be read. */
export async function tokenWords(connection: Connection): Promise<PlainText> {
  if (connection.isLocal) return t('Token: none needed');
  const token = await connection.token().catch((error: unknown) => {
    if (error instanceof UserError) return error;
    throw error;
  });
  if (token instanceof UserError) return localize(message('Token: {0}', token.text));
  if (!token) return t('Token: not set; you’ll be asked when it’s needed');
  return token.variable === undefined
    ? t('Token: from VS Code’s secret storage')
    : t('Token: from the environment variable {0}', token.variable);
}
