import { failedWords, workOnEach, type EachOutcome } from '../../app/work-on-each';
import { Cancelled, sentenceOf } from '../../core/errors';
import { message, sentences, withTexts, type Message } from '../../core/message';
import type { Label } from '../../state';
import { withStatus } from '../editor/progress';
import { showWarning } from '../editor/show';
import { labelIn, type ConnectionServices, type StartupServices } from '../services';

export interface Several<Item> {
  readonly items: readonly Item[];
  readonly labelOf: (item: Item) => Label;
  /** Shown while it is under way. */
  readonly title: Message;
  readonly work: (item: Item, signal: AbortSignal) => Promise<unknown>;
  /** “Ended 3 sessions”; also for one, or for none. */
  readonly done: (count: number) => Message;
}

/**
 * Does the same with several items, and tells the result once: briefly if all went well, else what failed first, and why.
 * @throws what `work` throws, if there is only one item; Cancelled if the user stopped it before any was done.
 */
export async function workOnSeveral<Item>(
  services: ConnectionServices & Pick<StartupServices, 'statusMessages' | 'notOffered'>,
  { items, labelOf, title, work, done }: Several<Item>,
): Promise<void> {
  const [only, ...others] = items;
  const outcome = await withStatus(title, async (signal): Promise<EachOutcome<Item>> => {
    if (only === undefined || others.length > 0) return workOnEach(items, (item) => work(item, signal), signal);
    await work(only, signal);
    return { done: [only], failed: [] };
  });
  const { done: finished, failed: notDone } = outcome;
  for (const { error } of notDone) await services.notOffered.record(services.connection.settings, error);
  const failures = notDone.filter(({ error }) => !(error instanceof Cancelled));
  const isStopped = finished.length < items.length;
  if (failures.length === 0 && isStopped) {
    if (finished.length === 0) throw new Cancelled();
    return services.statusMessages.show(message('{0} of {1}, then stopped', done(finished.length), items.length));
  }
  if (failures.length === 0) return services.statusMessages.show(message('$(check) {0}', done(finished.length)));
  const causeOf = (error: unknown): Message => withTexts(sentenceOf(error), (id) => labelIn(services, id));
  const rest = finished.length === 0 ? undefined : message('{0}.', done(finished.length));
  void showWarning(sentences(failedWords(failures, items.length, labelOf, causeOf), rest));
}
