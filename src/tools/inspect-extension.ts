import { UserError } from '../core/errors';
import { formatBytes } from '../core/format';
import { asRecord } from '../core/json';
import { message, type Message } from '../core/message';
import { quoted } from '../core/one-line';
import type { ResolvedStep } from '../core/steps';
import { STORAGE_AREAS, type StorageArea } from '../core/storage-area';
import {
  changeStorage,
  MAX_STORED,
  ProtocolError,
  readPermissions,
  readStorage,
  type DevToolsConnection,
  type ExtensionPermissions,
  type LoadedExtension,
  type StoredItems,
} from '../devtools';
import { labelOf } from '../state';
import { keyWords, valueWords } from './agents/question';
import { say, type Answer } from './answer';
import { beginChange } from './call/begin-change';
import { calledSession } from './call/called-session';
import { extensionOf, inSession, workersOf } from './call/in-session';
import { EXTENSION, SESSION, TAKE_OVER, textsOf, type ToolInput } from './input';
import type { CalledSession, Tool, ToolCall } from './tool';

/** UTF-8 bytes of the permissions in an answer. */
const MAX_PERMISSIONS = 1500;
const ACTIONS = ['read', 'set', 'remove', 'stop_worker', 'start_worker'] as const;

export const inspectExtension: Tool = {
  name: 'inspect_extension',
  title: message('Inspect Extension'),
  description:
    'Reads the storage, permissions and worker state of a loaded extension; sets or removes storage keys; stops or starts its worker, as Chromium does when it is idle.',
  inputSchema: {
    type: 'object',
    properties: {
      session: SESSION,
      extension: EXTENSION,
      action: { type: 'string', enum: ACTIONS, description: 'read by default' },
      area: { type: 'string', enum: STORAGE_AREAS, description: 'local by default' },
      values: { type: 'object', description: 'Keys and values to set' },
      keys: { type: 'array', items: { type: 'string' }, description: 'Keys to remove, or to read alone' },
      take_over: TAKE_OVER,
    },
    required: ['session', 'extension'],
    additionalProperties: false,
  },
  changes: (input) => stateActionOf(input) !== 'read',
  question: async (input, call) => {
    const called = await calledSession(input, call);
    const { extension } = await extensionOf(input, called, call);
    return stateQuestion(input, call, extension, called);
  },
  run: async (input, call) => {
    const called = await calledSession(input, call);
    const { extension, upload } = await extensionOf(input, called, call);
    const action = stateActionOf(input);
    const area = areaOf(input);
    if (action === 'read') return { parts: await readState(input, called, call, extension, area) };
    await beginChange(input, called, call, async () => stateQuestion(input, call, extension, called));
    const told = await changeState(input, called, call, extension, action, area);
    const step = stepOf(action, area, input);
    called.memory.remember(call.caller.id, { step, what: told, extension: upload?.folder });
    return { parts: [told] };
  },
};

/** What a sequence has for it: it can clear a storage, but not remove a key. */
function stepOf(
  action: Exclude<(typeof ACTIONS)[number], 'read'>,
  area: StorageArea,
  input: ToolInput,
): ResolvedStep | undefined {
  switch (action) {
    case 'set':
      return { kind: 'storage', values: { [area]: asRecord(input['values']) } };
    case 'remove':
      return undefined;
    case 'stop_worker':
      return { kind: 'worker', action: 'stop' };
    case 'start_worker':
      return { kind: 'worker', action: 'start' };
  }
}

function stateActionOf(input: ToolInput): (typeof ACTIONS)[number] {
  return ACTIONS.find((each) => each === input['action']) ?? 'read';
}

function areaOf(input: ToolInput): StorageArea {
  return STORAGE_AREAS.find((each) => each === input['area']) ?? 'local';
}

function stateQuestion(
  input: ToolInput,
  { caller }: ToolCall,
  { name }: LoadedExtension,
  { session }: CalledSession,
): Message {
  const area = areaOf(input);
  const what = {
    read: () => message('read the storage of “{0}”', name),
    set: () => message('set {0} in the {1} storage of “{2}”', valueWords(asRecord(input['values'])), area, name),
    remove: () => message('remove {0} from the {1} storage of “{2}”', keyWords(textsOf(input, 'keys')), area, name),
    stop_worker: () => message('stop the worker of “{0}”', name),
    start_worker: () => message('start the worker of “{0}”', name),
  }[stateActionOf(input)]();
  return message('Let {0} {1} in “{2}”?', caller.name, what, labelOf(session));
}

async function readState(
  input: ToolInput,
  called: CalledSession,
  { signal }: ToolCall,
  { id, name, version, enabled }: LoadedExtension,
  area: StorageArea,
): Promise<Answer['parts']> {
  const { stored, permissions, worker } = await inSession(called, signal, async (open, limited) => {
    const read = await Promise.all([
      storedIn(open, id, area, limited, input['keys'] === undefined ? undefined : textsOf(input, 'keys')),
      readPermissions(open, id, limited),
      workerOf(open, called, id, limited),
    ]);
    return { stored: read[0], permissions: read[1], worker: read[2] };
  });
  const items = Object.entries(stored?.values ?? {});
  const lines = items.map(([key, value]) => `${quoted(key)}: ${JSON.stringify(value)}`);
  const size = lines.reduce((sum, each) => sum + each.length, 0);
  const about = say('"{0}" {1} ({2}), worker {3}', name, version, id, worker ?? 'none');
  return [
    enabled ? about : say('{0}, disabled', about),
    { what: say('permissions'), lines: permissionLines(permissions), max: MAX_PERMISSIONS },
    stored
      ? say('Storage {0}: {1} keys, {2} characters', area, items.length, size)
      : say('It has no storage permission.'),
    stored && stored.left > 0
      ? say('{0} more keys were not read: at most {1} are. Ask for keys.', stored.left, formatBytes(MAX_STORED))
      : undefined,
    lines.length > 0 ? { what: say('storage'), lines, file: 'storage.txt' } : undefined,
  ];
}

/** Undefined if the extension has no permission for a storage. */
async function storedIn(...asked: Parameters<typeof readStorage>): Promise<StoredItems | undefined> {
  return readStorage(...asked).catch((error: unknown) => {
    if (error instanceof ProtocolError && /permission for storage/.test(error.message)) return undefined;
    throw error;
  });
}

function permissionLines({ granted, hosts, optional }: ExtensionPermissions): string[] {
  const all = [...granted, ...hosts].join(', ');
  return [all === '' ? 'none' : all, ...(optional.length > 0 ? [`optional: ${optional.join(', ')}`] : [])];
}

async function changeState(
  input: ToolInput,
  called: CalledSession,
  { signal, outcome }: ToolCall,
  { id }: LoadedExtension,
  action: Exclude<(typeof ACTIONS)[number], 'read'>,
  area: StorageArea,
): Promise<Message> {
  if (action === 'set' || action === 'remove') {
    if (area === 'managed') throw new UserError(message('The managed storage can only be read.'));
    const values = input['values'];
    const keys = textsOf(input, 'keys');
    if (action === 'set' && (typeof values !== 'object' || values === null))
      throw new UserError(message('“{0}” is missing. Add it and call again.', 'values'));
    if (action === 'remove' && keys.length === 0)
      throw new UserError(message('“{0}” is missing. Add it and call again.', 'keys'));
    const change = action === 'set' ? { set: Object.fromEntries(Object.entries(values ?? {})) } : { remove: keys };
    const count = action === 'set' ? Object.keys(values ?? {}).length : keys.length;
    const told =
      action === 'set'
        ? say('Set {0} in {1}.', keysOf(count), area)
        : say('Removed {0} from {1}.', keysOf(count), area);
    await inSession(called, signal, (open, limited) =>
      outcome.attempt(told, () => changeStorage(open, id, area, change, limited)),
    );
    return told;
  }
  return inSession(called, signal, async (open, limited) => {
    const watch = await workersOf(open, called, limited);
    try {
      const worker = await watch.until(id, (each) => each !== undefined);
      if (!worker && action === 'stop_worker') throw new UserError(message('This extension has no worker.'));
      const isStopping = action === 'stop_worker';
      if (isStopping && worker) await outcome.attempt(say('Stopped the worker.'), () => watch.stop(worker));
      else await outcome.attempt(say('Started the worker.'), () => watch.start(id));
      const now = await watch.until(id, (each) => each?.status === (isStopping ? 'stopped' : 'running'), 5000);
      return now ? say('The worker is {0}.', now.status) : say('The worker did not change within 5 s.');
    } finally {
      watch.end();
    }
  });
}

function keysOf(count: number): Message {
  return count === 1 ? say('1 key') : say('{0} keys', count);
}

async function workerOf(
  open: DevToolsConnection,
  called: CalledSession,
  id: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const watch = await workersOf(open, called, signal);
  try {
    return (await watch.until(id, (each) => each !== undefined, 300))?.status;
  } finally {
    watch.end();
  }
}
