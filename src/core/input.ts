/** Input at a session's display, besides clicks. Coordinates are pixels of the display. Source: docs/service.md, "Input". */

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** A turn of the wheel at a point. Positive notches scroll right and down. */
export interface Scroll extends Point {
  /** Notches of the wheel; an integer. */
  readonly deltaX: number;
  /** Notches of the wheel; an integer. */
  readonly deltaY: number;
}

/** Our own limits, so that one request does not keep a browser busy for minutes. */
export const MAX_NOTCHES = 100;
/** UTF-16 code units in a text that is typed. */
export const MAX_TEXT_LENGTH = 10_000;
/** Points in the path of a drag; it has at least 2. */
export const MAX_PATH_POINTS = 1000;
/** Keys in one request. */
export const MAX_KEYS = 20;
