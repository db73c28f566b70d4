/** The benchmarks by their names. */
export const parts = {
  agents: () => import('./agents.mjs'),
  coverage: () => import('./coverage.mjs'),
  debug: () => import('./debug.mjs'),
  editor: () => import('./editor.mjs'),
  live: () => import('./live.mjs'),
  screen: () => import('./screen.mjs'),
  packing: () => import('./packing.mjs'),
  sequence: () => import('./sequence.mjs'),
  share: () => import('./share.mjs'),
  tests: () => import('./tests.mjs'),
  'two-windows': () => import('./two-windows.mjs'),
  wire: () => import('./wire.mjs'),
};
