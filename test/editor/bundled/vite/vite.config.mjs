export default {
  build: { sourcemap: true, rollupOptions: { input: { background: 'src/background.ts' }, output: { entryFileNames: '[name].js' } } },
};
