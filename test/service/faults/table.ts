import type { RecoveryAction } from '../../../src/core/errors';
import { english } from '../../../src/core/message';
import { checkTokenOperation } from '../../../src/api/client';
import { computerOperations } from '../../../src/api/computer';
import { extensionOperations } from '../../../src/api/extensions';
import { fileOperations } from '../../../src/api/files';
import { poolOperations } from '../../../src/api/pools';
import { profileOperations } from '../../../src/api/profiles';
import { replayOperations } from '../../../src/api/replays';
import { listOperations } from '../../../src/api/service';
import { sessionOperations } from '../../../src/api/sessions';
import type { Asked } from './operations';

/** The result of an operation at a service that misbehaves. */
export interface Outcome {
  readonly fault: string;
  readonly operation: Asked;
  readonly requests: number;
  /** Seconds, before each attempt except the first. */
  readonly waits: readonly number[];
  readonly reads: string;
  /** Whether no answer came. */
  readonly unanswered: boolean;
  readonly button: RecoveryAction | undefined;
}

const HEAD = `# What a person reads when the service misbehaves

Written by \`npm run faults\`, and held against the code by the tests. Each operation meets each fault, but only three of them an
answer without an end; those that come out alike share a row. Where nothing comes the time-outs are short here: 2 s for an answer,
3 s for that to an upload or to a request for a browser of a pool.
*Requests*: how many arrived. *Waits*: seconds before each attempt but the first, which are shown with a way to cancel.

| the service | operation | requests | waits | what is read | button |
|---|---|---|---|---|---|
`;

export function tableOf(outcomes: readonly Outcome[]): string {
  const rows = new Map<string, Outcome[]>();
  for (const outcome of outcomes) {
    const key = JSON.stringify([outcome.fault, outcome.requests, outcome.waits, alike(outcome), outcome.button]);
    rows.set(key, [...(rows.get(key) ?? []), outcome]);
  }
  return `${HEAD}${[...rows.values()].map(row).join('\n')}\n`;
}

function row(same: readonly Outcome[]): string {
  const [first] = same;
  if (!first) throw new Error('a row of nothing');
  const cells = [
    first.fault,
    same.map(({ operation }) => operation.name).join(', '),
    first.requests,
    first.waits.join(', '),
    alike(first),
    first.button ?? '',
  ];
  return `| ${cells.join(' | ')} |`;
}

const OPERATIONS = [
  ...[...Object.values(computerOperations), ...Object.values(fileOperations)].map((operation) => operation('s1')),
  sessionOperations.getSession('s1'),
  sessionOperations.createSession({ extensions: false, profile: false }),
  sessionOperations.updateSession('s1'),
  sessionOperations.endSession('s1'),
  poolOperations.release('s1', 'p1'),
  poolOperations.acquire('p1'),
  poolOperations.flushPool('p1'),
  extensionOperations.upload('s1'),
  extensionOperations.deleteExtension('e1'),
  extensionOperations.addToCatalog('e1'),
  extensionOperations.downloadExtension('e1'),
  extensionOperations.fetchFromStore(),
  profileOperations.createProfile('work'),
  profileOperations.deleteProfile('work'),
  profileOperations.saveProfile('s1'),
  ...Object.values(replayOperations).map((operation) => operation('s1')),
  ...Object.values(listOperations),
  checkTokenOperation,
];

/** Replaces the sentences that are specific to an operation, so that results can be compared. */
function alike({ reads }: Outcome): string {
  return OPERATIONS.reduce((text, { failed, uncertain }) => {
    const named = text.replaceAll(english(failed), 'Couldn’t ….');
    if (!uncertain) return named;
    return named
      .replaceAll(english(uncertain.serviceFailed), 'The service failed ….')
      .replaceAll(english(uncertain.noAnswer), '… got no answer.')
      .replaceAll(english(uncertain.check), 'It may have happened. Check before you retry.');
  }, reads);
}
