import { defineConfig } from 'wxt';

export default defineConfig({
  manifest: { name: 'Visits', permissions: ['storage'] },
  // For the log, the debugger and coverage.
  vite: () => ({ build: { sourcemap: true } }),
});
