import { runMcp } from './mcp';

await runMcp({ environment: process.env, cwd: process.cwd(), version: '0.1.0' });
