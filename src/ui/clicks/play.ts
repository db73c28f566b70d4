import { playSequence } from '../../app/clicks/play-sequence';
import { listOf, message } from '../../core/message';
import { labelOf, type Label } from '../../state';
import { confirmAt } from '../connections/confirm-at';
import { withSendingProgress } from '../editor/progress';
import type { Services } from '../services';
import { tellPlayed } from './play-result';
import type { OpenedSequence } from './sequence-file';

/**
 * Plays a sequence in these sessions, with progress and Cancel, and tells what came of it. A production connection asks
 * first.
 */
export async function playAndTell(
  { brief, connection, records: { sessions }, log }: Pick<Services, 'brief' | 'connection' | 'records' | 'log'>,
  sequence: OpenedSequence,
  sessionIds: readonly string[],
): Promise<void> {
  const { name, steps } = sequence;
  const client = await connection.client();
  const label = (id: string): Label => labelOf(sessions.get(id) ?? { id });
  if (connection.settings.production) await confirmProduction(connection, sequence, sessionIds.map(label));
  const total = sessionIds.length * steps.length;
  const done = new Map<string, number>();
  const outcomes = await withSendingProgress(message('Playing “{0}”', name), async (signal, report) => {
    const request = { sessionIds, steps };
    return playSequence({ client, sessions }, request, signal, (session, count) => {
      done.set(session, count);
      const all = [...done.values()];
      const fraction = all.reduce((sum, each) => sum + each, 0) / total;
      const finished = all.filter((each) => each === steps.length).length;
      report(
        sessionIds.length === 1
          ? message('step {0} of {1}', Math.min(count + 1, steps.length), steps.length)
          : message('{0} of {1} sessions done', finished, sessionIds.length),
        fraction,
      );
    });
  });
  for (const { error } of outcomes) if (error !== undefined && sessionIds.length > 1) log.error(error);
  tellPlayed(brief, { sequence, outcomes, label });
}

async function confirmProduction(
  connection: Services['connection'],
  { name, steps }: OpenedSequence,
  labels: readonly Label[],
): Promise<void> {
  const isOne = labels.length === 1;
  const names = listOf(labels.map((label) => message('“{0}”', label)));
  await confirmAt(
    connection,
    isOne
      ? message('Play “{0}” in production?', name)
      : message('Play “{0}” in {1} sessions in production?', name, labels.length),
    [
      steps.length === 1
        ? message('It clicks once in {0}.', names)
        : message('It runs {0} steps in {1}.', steps.length, names),
      message('Clicks can’t be undone.'),
    ],
    message('Play'),
  );
}
