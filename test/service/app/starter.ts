import type { LocalServiceOptions } from '../../../src/app/local-service/service-process';
import { startLocalService } from '../../../src/app/local-service/start';
import { UserError } from '../../../src/core/errors';

/**
 * A program that starts the local service, for tests in which that program ends or has fewer rights. Its argument is
 * the options as JSON; it prints the line `{ service }` or `{ error, recovery }`. It runs until it is killed or its
 * standard input ends.
 */
const options: LocalServiceOptions = JSON.parse(process.argv[2] ?? '');
try {
  const { url, token, session, pool } = await startLocalService(options, new AbortController().signal);
  console.log(JSON.stringify({ service: { url, token, session, pool } }));
  process.stdin.resume().once('end', () => process.exit());
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.log(JSON.stringify({ error: error.message, recovery: error.recovery }));
}
