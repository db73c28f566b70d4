import type { Client } from '../../api';
import type { ConnectionKey } from '../../state';
import { secretsTyped } from '../report/redacted-path';
import { Redactor } from '../report/redactor';
import { REPORT_LIMITS } from '../report/report';
import type { Test } from './load-test';

/** What a test says may be kept, and read by others: the log of a job is, and what an agent gets. */
export function testRedactor(
  { client, settings }: { readonly client: Pick<Client, 'redact'>; readonly settings: ConnectionKey },
  tests: readonly Pick<Test, 'sequence' | 'setups'>[],
): (text: string) => string {
  const sequences = tests.flatMap(({ sequence, setups }) => [sequence, ...setups]);
  const texts = [...new Set(sequences.flatMap(({ steps }) => secretsTyped(steps)))];
  const known = { redact: client.redact, service: settings.address, addresses: [], texts, session: '' };
  const redactor = new Redactor(known);
  return (text) => redactor.redact(text, REPORT_LIMITS.text);
}
