type Test = (this: Mocha.Context) => Promise<void> | void;

/** Whether this run is `npm run test:all`, or of whole suites by their names. */
export const isNightly = Boolean(process.env['TEST_NIGHTLY']);

/**
 * In place of `it`, for a test that only `npm run test:all`, and whole suites by their names, run: it takes long, or
 * what it proves seldom breaks alone.
 */
export const nightly: (title: string, test: Test) => void = isNightly
  ? (title, test) => void it(title, test)
  : () => {};
