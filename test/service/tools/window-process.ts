import { processHost } from '../../../src/cli/host';
import { RelayServer } from '../../../src/tools/relay/server';

/**
 * A window in a process of its own, for tests in which it dies. Its argument is JSON: the environment of its tools, its
 * folders, and where windows are found. It prints a line as soon as it is found.
 */
const { environment, folders, within }: { environment: Record<string, string>; folders: string[]; within: string } =
  JSON.parse(process.argv[2] ?? '');
const host = processHost(environment, folders[0] ?? '/');
await RelayServer.start({ host: () => host, folders, within, onError: (error) => console.error(error) });
console.log('ready');
