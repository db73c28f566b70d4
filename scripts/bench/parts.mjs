/** The benchmarks by their names. */
export const parts = {
  agents: () => import('./agents.mjs'),
  debug: () => import('./debug.mjs'),
  editor: () => import('./editor.mjs'),
  hostile: () => import('./hostile.mjs'),
  live: () => import('./live.mjs'),
  screen: () => import('./screen.mjs'),
  packing: () => import('./packing.mjs'),
  rows: () => import('./rows.mjs'),
  sequence: () => import('./sequence.mjs'),
  storage: () => import('./storage.mjs'),
  tab: () => import('./tab.mjs'),
  tests: () => import('./tests.mjs'),
  'two-windows': () => import('./two-windows.mjs'),
  wire: () => import('./wire.mjs'),
};
