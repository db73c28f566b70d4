import type { Click } from '../click';
import type { Point, Scroll } from '../input';
import type { Size } from './geometry';

/**
 * The messages between the editor and the page in the tab that shows a session's display. Both
 * sides are of one build, and the page runs no script but ours: neither doubts what the other sends.
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
