import { parseAddress } from './address';
import { isDevToolsAddress, parseDevToolsAddress } from './devtools-address';
import { message, type Message } from './message';
import { readDefaults, type SessionDefaults } from './new-session';
import { asTags, MAX_TAGS, type Tags } from './tags';

/** Used in place of an address: the service that the editor itself starts on this machine. */
export const LOCAL = 'local';

/** Chart colors of the editor: they are readable in every theme. */
const COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;

/** The settings of a connection: a service, or one account there. The token is not part of the settings. */
export interface ConnectionSettings {
  readonly name: string;
  /**
   * The normalized address, or `local`. With `#` and the ID of its project, if the connection is about one: an ID means
   * nothing in another project, as it does at another address. `serviceAddress` returns where requests go.
   */
  readonly address: string;
  /** ID of the session that commands use when none is selected. */
  readonly session?: string;
  /** ID or name of the pool that commands use when none is selected. */
  readonly pool?: string;
  /** Only sessions with these tags are listed, and new ones get them. */
  readonly tags?: Tags;
  /** What new sessions get where nothing else is chosen. */
  readonly newSessions?: SessionDefaults;
  readonly color?: (typeof COLORS)[number];
  /** Name of a codicon. */
  readonly icon?: string;
  /** Whether to ask before everything that disrupts other people's work. */
  readonly production: boolean;
}

/** One entry of the setting: a connection, or why the entry is invalid. */
export type ConnectionEntry =
  | { readonly name: string; readonly settings: ConnectionSettings }
  | { readonly name: string; readonly problem: Message };

export function isLocal({ address }: Pick<ConnectionSettings, 'address'>): boolean {
  return address === LOCAL;
}

/** The address that requests go to. */
export function serviceAddress(address: string): string {
  return address.replace(/#.*$/s, '');
}

/** ID of the project that a connection is about; undefined for the one that its token belongs to. */
export function projectOf({ address }: Pick<ConnectionSettings, 'address'>): string | undefined {
  return /#(.+)$/s.exec(address)?.[1];
}

/** What a client needs to know of a connection. */
export function serviceOf(to: Pick<ConnectionSettings, 'address' | 'tags' | 'newSessions'>): {
  readonly baseUrl: string;
  readonly project: string | undefined;
  readonly tags: Tags | undefined;
  readonly defaults: SessionDefaults | undefined;
} {
  return { baseUrl: serviceAddress(to.address), project: projectOf(to), tags: to.tags, defaults: to.newSessions };
}

/** Reads the setting. Each entry is read separately, so that an invalid one does not affect the others. */
export function readConnections(setting: unknown): ConnectionEntry[] {
  if (!Array.isArray(setting)) return [];
  const entries = setting.map(readConnection);
  return entries.map((entry, index) =>
    entries.findIndex(({ name }) => name === entry.name) === index
      ? entry
      : { name: entry.name, problem: message('Another connection has the same name.') },
  );
}

/** Why a new connection cannot have this name, or undefined if it can. */
export function connectionNameProblem(name: string, taken: readonly string[]): Message | undefined {
  if (name.trim() === '') return message('Enter a name.');
  if (name.trim().length > MAX_NAME_LENGTH) return message('A name can have at most {0} characters.', MAX_NAME_LENGTH);
  return taken.includes(name.trim()) ? message('A connection with this name already exists.') : undefined;
}

/** Characters. The name must fit in the status bar. */
const MAX_NAME_LENGTH = 40;

function readConnection(value: unknown): ConnectionEntry {
  const fields: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  const name = trimmedText(fields['name']);
  const problem = connectionNameProblem(name, []) ?? fieldProblem(fields);
  if (problem) return { name, problem };
  const address = readAddress(String(fields['address']), trimmedText(fields['project']));
  if ('problem' in address) return { name, ...address };
  const tags = asTags(fields['tags']);
  const production = fields['production'] === true;
  const newSessions = fields['newSessions'] === undefined ? undefined : readDefaults(fields['newSessions']).defaults;
  const given = { ...optional(fields), ...(tags && { tags }), ...(newSessions && { newSessions }) };
  return { name, settings: { name, ...address, ...given, production } };
}

function readAddress(text: string, project: string): { address: string } | { problem: Message } {
  if (text.trim() === LOCAL)
    return project === '' ? { address: LOCAL } : { problem: message('The local browser has no projects.') };
  if (isDevToolsAddress(text.trim())) return readDevToolsAddress(text, project);
  const parsed = parseAddress(text);
  return 'problem' in parsed || project === '' ? parsed : { address: `${parsed.address}#${project}` };
}

function readDevToolsAddress(text: string, project: string): { address: string } | { problem: Message } {
  if (project !== '') return { problem: message('A browser has no projects.') };
  const parsed = parseDevToolsAddress(text);
  if ('problem' in parsed) return parsed;
  if (parsed.secret === undefined) return { address: parsed.address };
  return {
    problem: message('“address” can have only the host and port here. Enter the whole address with Add Connection.'),
  };
}

/** The optional fields, and what each accepts. */
const FIELDS: Record<string, { readonly takes: (value: unknown) => boolean; readonly words: Message }> = {
  session: { takes: isText, words: message('“session” must be the ID of a session.') },
  pool: { takes: isText, words: message('“pool” must be the ID or name of a pool.') },
  project: {
    takes: (value) => /^[\w.-]{1,255}$/.test(trimmedText(value)),
    words: message('“project” must be the ID of a project.'),
  },
  tags: {
    takes: isTags,
    words: message('“tags” must be at most {0} pairs of texts, such as {1}.', MAX_TAGS, '{ "team": "web" }'),
  },
  newSessions: {
    takes: (value) => readDefaults(value).wrong === undefined,
    words: message(
      '“newSessions” takes {0}, such as {1}.',
      'profile, stealth, region, proxy, timeoutSeconds, chromePolicy',
      '{ "profile": "work", "timeoutSeconds": 600 }',
    ),
  },
  color: {
    takes: (value) => COLORS.some((color) => color === value),
    words: message('“color” must be one of {0}.', COLORS.join(', ')),
  },
  icon: {
    takes: (value) => typeof value === 'string' && /^[a-z][a-z0-9-]*$/.test(value),
    words: message('“icon” must be the name of a VS Code icon, such as cloud.'),
  },
  production: { takes: (value) => typeof value === 'boolean', words: message('“production” must be true or false.') },
};

function fieldProblem(fields: Record<string, unknown>): Message | undefined {
  if (typeof fields['address'] !== 'string') return message('“address” is missing.');
  const wrong = Object.entries(FIELDS).find(
    ([field, { takes }]) => fields[field] !== undefined && fields[field] !== '' && !takes(fields[field]),
  );
  return wrong?.[1].words;
}

function trimmedText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

/** Whether all of it is valid: without one of the tags the list would show other sessions. */
function isTags(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(asTags(value) ?? {}).length === Object.keys(value).length;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** The optional fields that are present. `fieldProblem` has already checked all of them. */
function optional(fields: Record<string, unknown>): Partial<ConnectionSettings> {
  const given = ['session', 'pool', 'color', 'icon'].filter((field) => isText(fields[field]));
  return Object.fromEntries(given.map((field) => [field, String(fields[field]).trim()]));
}
