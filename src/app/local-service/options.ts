export interface LocalServiceOptions {
  /** Absolute path of the bundled service. */
  readonly program: string;
  /** Absolute path of the browser that the person has named; where there is none, one is found. */
  readonly chromium?: string | undefined;
  /** 0: any free one. */
  readonly port: number;
}
