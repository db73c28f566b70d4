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

/** What the buttons beside a state of the screen do; the page sends it as a message. */
export const REMEDIES = [
  'refresh',
  'enterClick',
  'openViewer',
  'setToken',
  'switchConnection',
  'newSession',
  'saveReport',
  'reopen',
] as const;
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
  /** Whether its host is the session's machine, and that is not the person's. */
  readonly isElsewhere: boolean;
}

/** What the buttons of the address line do; the page sends it as a message. */
export const TAB_ACTIONS = ['back', 'forward', 'reloadPage', 'newTab'] as const;
export type TabAction = (typeof TAB_ACTIONS)[number];

/** What the buttons beside what runs in a session do; the page sends it as a message. */
export const RUNNING_ACTIONS = ['stopAgents', 'stopRecording', 'addExpectation'] as const;
export type RunningAction = (typeof RUNNING_ACTIONS)[number];

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
  /** The session, or the popup that is open in it, was clicked there, by whomever. */
  | (Point & { readonly type: 'clicked' | 'popupClicked' })
  /** What is at a point that a click is asked about. */
  | (Point & { readonly type: 'aimed'; readonly text: string })
  | {
      readonly type: 'state';
      readonly state: string;
      readonly text: string;
      /** What can be done, first what helps most. */
      readonly remedies: readonly Remedy[];
    }
  | {
      readonly type: 'tabs';
      /** Whether there is an address line. */
      readonly isOffered: boolean;
      readonly tabs: readonly ShownTab[];
      readonly front: ShownFront | undefined;
    }
  /** What was typed into the address line is open, or its page still has not answered. */
  | { readonly type: 'opened'; readonly typed: string; readonly isWaiting: boolean }
  /** It does not open. */
  | { readonly type: 'refused'; readonly typed: string; readonly text: string }
  | {
      readonly type: 'result';
      readonly text: string;
      readonly isError: boolean;
      readonly isDone: boolean;
      /** Whether it is a file that can be opened now. */
      readonly isFile?: boolean;
    }
  /** What can't be used now, each with the reason; empty if it can. */
  | { readonly type: 'offers'; readonly clickByName: string; readonly input: string; readonly isOnMac: boolean }
  /** What runs in the session, each as a sentence; empty if nothing does. */
  | { readonly type: 'running'; readonly agents: string; readonly recording: string };

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
  /** A click there is about to be confirmed: what is there? */
  | (Point & { readonly type: 'aim' })
  | (Point & { readonly type: 'copy' })
  | { readonly type: 'interval'; readonly seconds: Interval }
  /** What was typed into the address line. */
  | { readonly type: 'open'; readonly text: string }
  | { readonly type: 'showTab' | 'closeTab'; readonly tab: string }
  | { readonly type: 'ready' | 'save' | 'openSaved' | 'clickByName' }
  | { [Name in TabAction]: { readonly type: Name } }[TabAction]
  | { [Name in RunningAction]: { readonly type: Name } }[RunningAction]
  | { [Name in Remedy]: { readonly type: Name } }[Remedy];

/** What the page sends for the session, besides clicks. */
export type SessionInput = Extract<FromPage, { type: 'text' | 'keys' | 'scroll' | 'drag' }>;
