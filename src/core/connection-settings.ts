import { parseAddress } from './address';
import { message, type Message } from './message';

/** Stands for an address: the service that the editor itself starts on this machine. */
export const LOCAL = 'local';

/** Colours of the editor's charts: they are readable in every theme. */
export const COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple'] as const;

/** What the settings say of a connection: a service, or an account at it. The token is no setting. */
export interface ConnectionSettings {
  readonly name: string;
  /** In its one spelling, or `local`. */
  readonly address: string;
  /** ID of the session that commands use where none is pointed at. */
  readonly session?: string;
  /** ID or name of the pool that commands use where none is pointed at. */
  readonly pool?: string;
  readonly color?: (typeof COLORS)[number];
  /** Name of a codicon. */
  readonly icon?: string;
  /** Whether what disturbs somebody's work is always asked about. */
  readonly production: boolean;
}

/** One entry of the setting: a connection, or why it is none. */
export type ConnectionEntry =
  | { readonly name: string; readonly settings: ConnectionSettings }
  | { readonly name: string; readonly problem: Message };

export function isLocal({ address }: Pick<ConnectionSettings, 'address'>): boolean {
  return address === LOCAL;
}

/** Reads the setting: each entry for itself, so that a wrong one does not take the others with it. */
export function readConnections(setting: unknown): ConnectionEntry[] {
  if (!Array.isArray(setting)) return [];
  const entries = setting.map(readConnection);
  return entries.map((entry, index) =>
    entries.findIndex(({ name }) => name === entry.name) === index
      ? entry
      : { name: entry.name, problem: message('Another connection has the same name.') },
  );
}

/** Why a name cannot be that of a new connection, or undefined. */
export function connectionNameProblem(name: string, taken: readonly string[]): Message | undefined {
  if (name.trim() === '') return message('Enter a name.');
  if (name.trim().length > MAX_NAME_LENGTH) return message('A name can have at most {0} characters.', MAX_NAME_LENGTH);
  return taken.includes(name.trim()) ? message('A connection with this name already exists.') : undefined;
}

/** So that the status bar has room for it. */
const MAX_NAME_LENGTH = 40;

function readConnection(value: unknown): ConnectionEntry {
  const fields: Record<string, unknown> = typeof value === 'object' && value !== null ? { ...value } : {};
  const name = typeof fields['name'] === 'string' ? fields['name'].trim() : '';
  const problem = connectionNameProblem(name, []) ?? fieldProblem(fields);
  if (problem) return { name, problem };
  const address = readAddress(String(fields['address']));
  return 'problem' in address
    ? { name, ...address }
    : { name, settings: { name, ...address, ...optional(fields), production: fields['production'] === true } };
}

function readAddress(text: string): { address: string } | { problem: Message } {
  return text.trim() === LOCAL ? { address: LOCAL } : parseAddress(text);
}

/** Fields that may be left out, and what each has to be. */
const FIELDS: Record<string, { readonly takes: (value: unknown) => boolean; readonly words: Message }> = {
  session: { takes: isText, words: message('“session” must be the ID of a session.') },
  pool: { takes: isText, words: message('“pool” must be the ID or name of a pool.') },
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

function isText(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

/** Those of the optional fields that are given: all have been looked at. */
function optional(fields: Record<string, unknown>): Partial<ConnectionSettings> {
  const given = ['session', 'pool', 'color', 'icon'].filter((field) => isText(fields[field]));
  return Object.fromEntries(given.map((field) => [field, String(fields[field]).trim()]));
}
