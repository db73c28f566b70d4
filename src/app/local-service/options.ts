export interface LocalServiceOptions {
  /** Absolute path of the bundled service. */
  readonly program: string;
  /** Absolute path of the browser that the user chose; if undefined, an installed one is found. */
  readonly chromium?: string | undefined;
  /** 0: any free port. */
  readonly port: number;
}
