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
import { localize, MAX_STATUS, plainLabel, t, withIcon } from '../editor/localize';
import { formatMoment } from '../editor/format-moment';
import { commandId } from '../editor/contributed';
import { linkedTooltip, tableTooltip, type Fact, type TooltipLink, type Tooltip } from '../editor/linked-tooltip';
import type { ListTrouble } from '../views/list-states';

export interface StatusBarContent {
  readonly text: PlainText;
  readonly tooltip: Tooltip;
  readonly accessibilityInformation: { readonly label: PlainText };
  readonly command: string;
  readonly color?: vscode.ThemeColor;
  readonly backgroundColor?: vscode.ThemeColor;
}

/** Shows which service the commands use; in the tooltip also the session that was used last, and its last upload. */
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
      const { activeName } = this.connections;
      if (activeName === undefined) return this.firstStep();
      const isThere = this.connections.entries().some(({ name }) => name === activeName);
      const text = isThere ? shortPlain(activeName) : t('No connection');
      const command = commandId('switchConnection');
      return {
        text: withIcon('warning', text),
        tooltip: linkedTooltip([localize(error.text)], [[message('Switch Connection'), command]]),
        accessibilityInformation: { label: joinPlain(', ', [text, localize(error.text)]) },
        command,
        backgroundColor: WARNING,
      };
    }
  }

  /** Where nobody has chosen a connection: what is to be done first, as the view says it. */
  firstStep(): StatusBarContent {
    const start = message('Start Local Browser');
    const command = commandId('startLocalService');
    return {
      text: withIcon('vm', localize(start)),
      tooltip: linkedTooltip(
        [t('Upload your extension to a running browser, watch it work, and reload it at each save.')],
        [
          [start, command],
          [message('Kernel Cloud…'), commandId('addConnection'), { service: 'kernel' }],
          [message('Another Service…'), commandId('addConnection'), { service: 'other' }],
        ],
      ),
      accessibilityInformation: { label: localize(start) },
      command,
    };
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
  const where = joinPlain(' · ', [shortPlain(settings.name), settings.production ? t('production') : undefined]);
  const facts = factsOf(connection, session, await token(connection), trouble);
  return {
    text: withIcon(
      trouble ? 'warning' : (settings.icon ?? (isLocal(settings) ? 'vm' : connection.isBrowser ? 'plug' : 'browser')),
      where,
    ),
    ...explained(shortPlain(settings.name), {
      states: [settings.production ? t('production: asks before anything is changed') : undefined],
      facts,
      links: [
        ...(trouble?.state === 'rejected' ? [[message('Set Token'), commandId('setToken')] as const] : []),
        [message('Manage Connection'), commandId('manageConnection')],
        ...(session ? [[message('Open Screen'), commandId('openScreen')] as const] : []),
        ...(upload ? [[message('Upload Again'), commandId('uploadAgain')] as const] : []),
      ],
    }),
    command: commandId('manageConnection'),
    ...(settings.color && { color: new vscode.ThemeColor(`charts.${settings.color}`) }),
    ...((settings.production || trouble) && { backgroundColor: WARNING }),
  };
}

/** The editor has no other background color for a warning. */
const WARNING = new vscode.ThemeColor('statusBarItem.warningBackground');

interface Explained {
  readonly states?: readonly (PlainText | undefined)[];
  readonly facts: readonly Fact[];
  readonly links: readonly TooltipLink[];
}

/** A tooltip with these facts, and what a screen reader is told. */
function explained(
  label: PlainText,
  { states = [], facts, links }: Explained,
): Pick<StatusBarContent, 'tooltip' | 'accessibilityInformation'> {
  const said = facts.map(([what, value]) => (value ? localize(message('{0}: {1}', what, value)) : undefined));
  return {
    tooltip: tableTooltip(label, states, facts, links),
    accessibilityInformation: { label: joinPlain(', ', [label, ...states, ...said]) },
  };
}

function shortPlain(text: string): PlainText {
  return plainText(text, MAX_STATUS);
}

function factsOf(
  connection: Connection,
  session: SessionRecord | undefined,
  token: PlainText,
  trouble: ListTrouble | undefined,
): readonly Fact[] {
  const { address, settings } = connection;
  const upload = session?.uploads?.[0];
  return [
    [t('Problem'), trouble && localize(troubleWords(connection, trouble))],
    [t('Address'), address ?? t('the local browser isn’t running; it starts when needed')],
    [t('Project'), projectOf(settings)],
    [t('Sessions with'), settings.tags && formatTags(settings.tags)],
    [t('Token'), token],
    [t('Session'), session && plainLabel(labelOf(session))],
    [t('Last upload'), upload && t('{0} {1}, {2}', upload.title, upload.version, formatMoment(new Date(upload.at)))],
  ];
}

function troubleWords({ name }: Connection, { state, cause }: ListTrouble): Message {
  return state === 'rejected'
    ? message('“{0}” rejected the token.', name)
    : sentences(message('The service couldn’t be reached.'), cause);
}

/** The tooltip's text about the token, also if the token cannot be read. */
export async function tokenWords(connection: Connection): Promise<PlainText> {
  if (connection.isLocal) return t('none needed');
  const token = await connection.token().catch((error: unknown) => {
    if (error instanceof UserError) return error;
    throw error;
  });
  if (token instanceof UserError) return localize(token.text);
  if (!token) return connection.isBrowser ? t('none') : t('not set; you’ll be asked when it’s needed');
  return token.variable === undefined
    ? t('from VS Code’s secret storage')
    : t('from the environment variable {0}', token.variable);
}
