import { crx } from '@crxjs/vite-plugin';
import manifest from './manifest.json' with { type: 'json' };
export default { build: { sourcemap: true }, plugins: [crx({ manifest })] };
