type Test = (this: Mocha.Context) => Promise<void> | void;

/**
 * In place of `it`, for a test that only `npm run test:all`, and whole suites by their names, run: it takes long, or
 * what it proves seldom breaks alone.
 */
export const nightly: (title: string, test: Test) => void = process.env['TEST_NIGHTLY']
  ? (title, test) => void it(title, test)
  : () => {};
