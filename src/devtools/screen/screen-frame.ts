import type { Size } from '../../core/screen/geometry';

/** A picture of the whole display. */
export interface ScreenFrame extends Size {
  readonly bytes: Buffer;
  readonly mime: 'image/jpeg' | 'image/png';
  /** The browser sends no further frames until a few of them were acknowledged. */
  readonly acknowledge: () => void;
}
