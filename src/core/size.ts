/** Of a display, in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}
