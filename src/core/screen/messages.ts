import { BUTTONS, CLICK_TYPES, HOLD_KEYS, MAX_CLICKS, type Click } from '../click';
import { MAX_KEYS, MAX_NOTCHES, MAX_PATH_POINTS, MAX_TEXT_LENGTH, type Point, type Scroll } from '../input';
import { asCount, asRecord, asText } from '../json';
import type { Size } from './geometry';

/**
 * The messages between the editor and the page in the tab that shows a session's display. Each side reads what the
 * other sends as data.
 */

/** Seconds between two pictures of a display that is not streamed; 0: only when wanted. */
export const INTERVALS = [0, 2, 5, 15] as const;
export type Interval = (typeof INTERVALS)[number];

/** What the button beside a state of the screen does; the page sends it as a message. */
export const REMEDIES = ['refresh', 'enterClick', 'setToken', 'switchConnection', 'newSession', 'reopen'] as const;
export type Remedy = (typeof REMEDIES)[number];

/** A longer address is of no page that a person types. */
export const MAX_ADDRESS = 10_000;

/** A tab of the session, ready to be shown. */
export interface ShownTab {
  readonly id: string;
  readonly address: string;
  readonly title: string;
}

/** What the address line says of the tab in front. */
export interface ShownFront extends ShownTab {
  readonly canGoBack: boolean;
  readonly canGoForward: boolean;
}

/** What the buttons of the address line do; the page sends it as a message. */
export const TAB_ACTIONS = ['back', 'forward', 'reloadPage', 'newTab', 'closeTab'] as const;
export type TabAction = (typeof TAB_ACTIONS)[number];

/** Each `text` is ready to be shown. */
export type ToPage =
  | (Size & {
      /** `popup`: of the popup of an extension, beside the display. */
      readonly type: 'picture' | 'popup';
      readonly id: number;
      readonly bytes: ArrayBuffer;
      readonly mime: string;
      /** Milliseconds since it was taken. Not the time of day: the clocks of both sides may differ. */
      readonly age: number;
    })
  | { readonly type: 'popupClosed' }
  /** The session was clicked there, by whomever. */
  | (Point & { readonly type: 'clicked' })
  | {
      readonly type: 'state';
      readonly state: string;
      readonly text: string;
      /** Undefined if there is nothing to do. */
      readonly remedy: Remedy | undefined;
    }
  | {
      readonly type: 'tabs';
      /** Whether there is an address line. */
      readonly isOffered: boolean;
      readonly tabs: readonly ShownTab[];
      readonly front: ShownFront | undefined;
    }
  /** What was typed into the address line is open. */
  | { readonly type: 'opened'; readonly text: string }
  | { readonly type: 'result'; readonly text: string; readonly isError: boolean; readonly isDone: boolean }
  | { readonly type: 'offers'; readonly clickByName: boolean; readonly input: boolean; readonly isOnMac: boolean };

export type FromPage =
  | { readonly type: 'drawn'; readonly id: number; readonly isDamaged: boolean }
  | {
      readonly type: 'click';
      readonly picture: number;
      readonly click: Click;
      /** Whether it is the second click of a double-click, of which the first one was sent. */
      readonly isSecond: boolean;
    }
  | { readonly type: 'popupClick'; readonly picture: number; readonly x: number; readonly y: number }
  | { readonly type: 'scroll'; readonly picture: number; readonly scroll: Scroll }
  | { readonly type: 'drag'; readonly picture: number; readonly path: readonly Point[] }
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'keys';
      readonly keys: readonly string[];
      /** Whether a key is held down, and this is one of its repetitions. */
      readonly isRepeat: boolean;
    }
  | { readonly type: 'copy'; readonly x: number; readonly y: number }
  | { readonly type: 'interval'; readonly seconds: Interval }
  /** What was typed into the address line. */
  | { readonly type: 'open'; readonly text: string }
  | { readonly type: 'showTab'; readonly tab: string }
  | { readonly type: 'ready' | 'save' | 'clickByName' }
  | { [Name in TabAction]: { readonly type: Name } }[TabAction]
  | { [Name in Remedy]: { readonly type: Name } }[Remedy];

/** What the page sends for the session, besides clicks. */
export type SessionInput = Extract<FromPage, { type: 'text' | 'keys' | 'scroll' | 'drag' }>;

/** @returns undefined for anything that is not a message of the page. */
export function readFromPage(value: unknown): FromPage | undefined {
  const fields = asRecord(value);
  const number = (name: string): number | undefined => asCount(fields[name]);
  switch (fields['type']) {
    case 'ready':
    case 'refresh':
    case 'save':
    case 'clickByName':
    case 'enterClick':
    case 'setToken':
    case 'switchConnection':
    case 'newSession':
    case 'reopen':
    case 'back':
    case 'forward':
    case 'reloadPage':
    case 'newTab':
    case 'closeTab':
      return { type: fields['type'] };
    case 'open': {
      const text = asText(fields['text']);
      return text === undefined || text.length > MAX_ADDRESS ? undefined : { type: 'open', text };
    }
    case 'showTab': {
      const tab = asText(fields['tab']);
      return tab === undefined ? undefined : { type: 'showTab', tab };
    }
    case 'drawn': {
      const id = number('id');
      return id === undefined ? undefined : { type: 'drawn', id, isDamaged: fields['isDamaged'] === true };
    }
    case 'click': {
      const [picture, click] = [number('picture'), readClick(fields['click'])];
      const isSecond = fields['isSecond'] === true;
      return picture === undefined || !click ? undefined : { type: 'click', picture, click, isSecond };
    }
    case 'scroll': {
      const [picture, scroll] = [number('picture'), readScroll(fields['scroll'])];
      return picture === undefined || !scroll ? undefined : { type: 'scroll', picture, scroll };
    }
    case 'drag': {
      const { path } = fields;
      const points = Array.isArray(path) ? path.slice(0, MAX_PATH_POINTS).flatMap((each) => readPoint(each) ?? []) : [];
      const picture = number('picture');
      return picture === undefined || points.length < 2 ? undefined : { type: 'drag', picture, path: points };
    }
    case 'text': {
      const text = asText(fields['text'])?.slice(0, MAX_TEXT_LENGTH);
      return text === undefined ? undefined : { type: 'text', text };
    }
    case 'keys': {
      const { keys } = fields;
      const names = (Array.isArray(keys) ? keys : []).slice(0, MAX_KEYS).flatMap((key) => asText(key) ?? []);
      const isRepeat = fields['isRepeat'] === true;
      return names.length === 0 ? undefined : { type: 'keys', keys: names, isRepeat };
    }
    case 'popupClick': {
      const [picture, point] = [number('picture'), readPoint(fields)];
      return picture === undefined || !point ? undefined : { type: 'popupClick', picture, ...point };
    }
    case 'copy': {
      const point = readPoint(fields);
      return point && { type: 'copy', ...point };
    }
    case 'interval': {
      const seconds = INTERVALS.find((each) => each === fields['seconds']);
      return seconds === undefined ? undefined : { type: 'interval', seconds };
    }
    default:
      return undefined;
  }
}

/** @returns undefined for anything that is not a message of the editor's side. */
export function readToPage(value: unknown): ToPage | undefined {
  const fields = asRecord(value);
  const [text, flag] = [asText(fields['text']) ?? '', (name: string): boolean => fields[name] === true];
  switch (fields['type']) {
    case 'popupClosed':
      return { type: 'popupClosed' };
    case 'clicked': {
      const point = readPoint(fields);
      return point && { type: 'clicked', ...point };
    }
    case 'picture':
    case 'popup': {
      const { bytes, mime, type } = fields;
      const [id, width, height, age] = ['id', 'width', 'height', 'age'].map((name) => asCount(fields[name]));
      if (!(bytes instanceof ArrayBuffer) || id === undefined || !width || !height || age === undefined)
        return undefined;
      return { type, id, bytes, mime: mime === 'image/jpeg' ? mime : 'image/png', width, height, age };
    }
    case 'state':
      return {
        type: 'state',
        state: asText(fields['state']) ?? '',
        text,
        remedy: REMEDIES.find((each) => each === fields['remedy']),
      };
    case 'tabs': {
      const { tabs, front } = fields;
      const all = (Array.isArray(tabs) ? tabs : []).flatMap((each) => readTab(each) ?? []);
      return { type: 'tabs', isOffered: flag('isOffered'), tabs: all, front: readFront(front) };
    }
    case 'opened':
      return { type: 'opened', text };
    case 'result':
      return { type: 'result', text, isError: flag('isError'), isDone: flag('isDone') };
    case 'offers':
      return { type: 'offers', clickByName: flag('clickByName'), input: flag('input'), isOnMac: flag('isOnMac') };
    default:
      return undefined;
  }
}

function readTab(value: unknown): ShownTab | undefined {
  const fields = asRecord(value);
  const [id, address, title] = ['id', 'address', 'title'].map((name) => asText(fields[name]));
  return id === undefined ? undefined : { id, address: address ?? '', title: title ?? '' };
}

function readFront(value: unknown): ShownFront | undefined {
  const { canGoBack, canGoForward } = asRecord(value);
  const tab = readTab(value);
  return tab && { ...tab, canGoBack: canGoBack === true, canGoForward: canGoForward === true };
}

function readPoint(value: unknown): Point | undefined {
  const fields = asRecord(value);
  const [x, y] = [asCount(fields['x']), asCount(fields['y'])];
  return x === undefined || y === undefined ? undefined : { x, y };
}

function readScroll(value: unknown): Scroll | undefined {
  const point = readPoint(value);
  const { deltaX, deltaY } = asRecord(value);
  return point && isNotches(deltaX) && isNotches(deltaY) ? { ...point, deltaX, deltaY } : undefined;
}

function isNotches(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_NOTCHES;
}

function readClick(value: unknown): Click | undefined {
  const fields = asRecord(value);
  const [x, y, clicks] = [asCount(fields['x']), asCount(fields['y']), asCount(fields['clicks'])];
  if (x === undefined || y === undefined || clicks === 0 || (clicks ?? 1) > MAX_CLICKS) return undefined;
  const button = BUTTONS.find((each) => each === fields['button']);
  const clickType = CLICK_TYPES.find((each) => each === fields['clickType']);
  const held = Array.isArray(fields['holdKeys']) ? fields['holdKeys'] : [];
  const holdKeys = HOLD_KEYS.filter((key) => held.includes(key));
  return {
    x,
    y,
    ...(button && { button }),
    ...(clickType && { clickType }),
    ...(clicks !== undefined && { clicks }),
    ...(holdKeys.length > 0 && { holdKeys }),
  };
}
