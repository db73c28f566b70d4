import type { Message } from '../../core/message';
import type { Size } from '../../core/screen/geometry';
import type { Remedy } from '../../core/screen/messages';

/** A picture of a session's whole display. */
export interface ScreenPicture extends Size {
  /** Unique and growing within a feed. */
  readonly id: number;
  readonly bytes: Buffer;
  readonly mime: 'image/jpeg' | 'image/png';
  /** When it was received, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * How up to date the newest picture is. `live`: the display is streamed, and the picture is what it shows now.
 * `pictures`: it shows the display at the time when it was taken. `connecting`: no picture yet. `lost`: no newer one
 * can be had; `waiting`: not before some time; `ended`: nothing more of the session is shown; `unavailable`: the service
 * has no screenshots.
 */
export type ScreenState = 'connecting' | 'live' | 'pictures' | 'waiting' | 'lost' | 'ended' | 'unavailable';

export interface ScreenListener {
  readonly onPicture: (picture: ScreenPicture) => void;
  /** @param picture of the popup of an extension; undefined: none is open any more. */
  readonly onPopup: (picture: ScreenPicture | undefined) => void;
  /**
   * @param text what is being done, or what has happened; undefined if the state says it all.
   * @param remedy what helps, if it is not what helps in this state by default.
   */
  readonly onState: (state: ScreenState, text?: Message, remedy?: Remedy) => void;
}
