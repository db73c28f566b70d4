export interface LocalServiceOptions {
  /** Path of the bundled service. */
  readonly program: string;
  /** The browser that the person has named, else one that is found. */
  readonly chromium?: string | undefined;
  /** 0: any free one. */
  readonly port: number;
}
