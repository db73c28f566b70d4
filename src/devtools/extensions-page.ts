import { setTimeout as pause } from 'node:timers/promises';
import { DevToolsFailure, ProtocolError } from '../core/devtools-failure';
import { Cancelled } from '../core/errors';
import { excerpt } from '../core/format';
import { asCount, asRecord, asText } from '../core/json';
import type { DevToolsConnection } from './connection';
import { closeHiddenPage, evaluateIn, openHiddenPage } from './hidden-page';
import { originOf, placeIn, type ScriptPlace } from './script-place';

/** The browser has no page on which extensions can be managed: an old Chromium, or a policy. */
export class NoExtensionsPage extends DevToolsFailure {
  override readonly name = 'NoExtensionsPage';

  constructor() {
    super('the browser has no page for extensions');
  }
}

/** Milliseconds until the page is ready; Chromium needs less than one second, on a busy machine many times as long. */
const READY_WITHIN = 15_000;
/** Milliseconds after which that is checked again. */
const POLL_INTERVAL = 25;
/** Of a list that a hostile host may make longer. */
const MAX_COUNTED = 500;
/** UTF-16 units of an error's text. */
const MAX_TEXT = 2000;

const IS_READY = `location.origin === 'chrome://extensions' && typeof chrome.developerPrivate?.getExtensionsInfo === 'function'`;

/** Evaluates an expression in the page, and waits if it is a promise. */
type Evaluate = (expression: string) => Promise<unknown>;

/**
 * Turns an extension off or on. This needs no developer mode: measured with Chromium 150 and 156.
 * @throws NoExtensionsPage; ProtocolError with Chromium's own message.
 */
export async function setEnabled(
  connection: DevToolsConnection,
  id: string,
  enabled: boolean,
  signal: AbortSignal,
): Promise<void> {
  await onExtensionsPage(connection, signal, (evaluate) =>
    evaluate(`chrome.management.setEnabled(${JSON.stringify(id)}, ${String(enabled)})`),
  );
}

/**
 * How many errors the browser has collected of each extension, by its ID. It collects them in developer mode only, so
 * others are not in the result.
 * @throws NoExtensionsPage, and other kinds of DevToolsFailure.
 */
export async function collectedErrors(
  connection: DevToolsConnection,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const counts = await onExtensionsPage(connection, signal, (evaluate) =>
    evaluate(`chrome.developerPrivate.getExtensionsInfo({ includeDisabled: true }).then((all) => all
      .filter(({ errorCollection }) => errorCollection.isEnabled && errorCollection.isActive)
      .map(({ id, manifestErrors, runtimeErrors }) => ({ id, count: manifestErrors.length + runtimeErrors.length })))`),
  );
  const read = (Array.isArray(counts) ? counts : []).slice(0, MAX_COUNTED).flatMap((each): [string, number][] => {
    const { id, count } = asRecord(each);
    const [idText, errors] = [asText(id), asCount(count)];
    return idText === undefined || errors === undefined ? [] : [[idText, errors]];
  });
  return new Map(read);
}

/** An error of an extension that the browser has collected. */
export interface CollectedError {
  readonly text: string;
  /** Undefined: it is in no file of the extension. */
  readonly place: ScriptPlace | undefined;
}

/**
 * The errors that the browser has collected of one extension, in developer mode only.
 * @throws NoExtensionsPage, and other kinds of DevToolsFailure.
 */
export async function errorsOfExtension(
  connection: DevToolsConnection,
  id: string,
  signal: AbortSignal,
): Promise<CollectedError[]> {
  const errors = await onExtensionsPage(connection, signal, (evaluate) =>
    evaluate(`chrome.developerPrivate.getExtensionInfo(${JSON.stringify(id)}).then(({ manifestErrors, runtimeErrors }) =>
      [...manifestErrors, ...runtimeErrors].map(({ message, source, stackTrace }) => ({
        message: message.slice(0, ${String(MAX_TEXT)}), source, at: stackTrace?.[0] })).slice(0, ${String(MAX_COUNTED)}))`),
  );
  return (Array.isArray(errors) ? errors : []).slice(0, MAX_COUNTED).map((each): CollectedError => {
    const { message, source, at } = asRecord(each);
    return { text: excerpt(asText(message) ?? '', MAX_TEXT), place: scriptPlaceIn(originOf(id), source, asRecord(at)) };
  });
}

/** @param at a frame of a stack, with lines and columns from 1; a manifest's error has none, and no address. */
function scriptPlaceIn(origin: string, source: unknown, at: Record<string, unknown>): ScriptPlace | undefined {
  return placeIn(origin, {
    url: at['url'] ?? (source === 'manifest.json' ? `${origin}/${source}` : source),
    lineNumber: Number(at['lineNumber']) - 1,
    columnNumber: Number(at['columnNumber']) - 1,
  });
}

async function onExtensionsPage<T>(
  connection: DevToolsConnection,
  signal: AbortSignal,
  work: (evaluate: Evaluate) => Promise<T>,
): Promise<T> {
  const page = await openHiddenPage(connection, 'chrome://extensions/', signal);
  try {
    const evaluate: Evaluate = (expression) =>
      evaluateIn(connection, expression, { signal, targetSession: page.targetSession });
    await untilReady(evaluate, signal);
    return await work(evaluate);
  } finally {
    closeHiddenPage(connection, page);
  }
}

async function untilReady(evaluate: Evaluate, signal: AbortSignal): Promise<void> {
  const end = performance.now() + READY_WITHIN;
  while (!(await evaluate(IS_READY).catch(whileLoading))) {
    if (performance.now() > end) throw new NoExtensionsPage();
    await pause(POLL_INTERVAL, undefined, { signal }).catch(() => {
      throw new Cancelled();
    });
  }
}

/** An evaluation fails if the page loads at this moment. */
function whileLoading(error: unknown): false {
  if (error instanceof ProtocolError) return false;
  throw error;
}
