import typescript from '@rollup/plugin-typescript';
export default { input: 'src/background.ts', output: { file: 'dist/background.js', format: 'iife', sourcemap: true }, plugins: [typescript()] };
