import assert from 'node:assert/strict';
import { Cancelled, NotDone, UserError } from '../../../src/core/errors';
import { message } from '../../../src/core/message';
import { errorText } from '../../../src/tools';
import { CallOutcome } from '../../../src/tools/call-outcome';

const BOUGHT = message('Clicked button “Buy”.');
const refused = new UserError(message('It is not visible.'));
const broken = new Error('socket hang up');

async function textAfter(work: (outcome: CallOutcome) => Promise<unknown>): Promise<string> {
  const outcome = new CallOutcome();
  try {
    await work(outcome);
  } catch (error) {
    return errorText(outcome.errorOf(error));
  }
  return assert.fail('no error');
}

const fail = (error: Error) => async (): Promise<never> => {
  throw error;
};

describe('What an agent is told of a call that failed', () => {
  it('is nothing more where it could change nothing', async () => {
    assert.equal(await textAfter(fail(refused)), 'It is not visible.');
  });

  it('is that nothing was done, if it had begun and had done nothing', async () => {
    const text = await textAfter(async (outcome) => {
      outcome.begin();
      await fail(broken)();
    });
    assert.equal(text, 'An unexpected error occurred. See the log for details. Nothing was done.');
  });

  it('is that once, also if the sentence says so itself', async () => {
    const text = await textAfter(async (outcome) => {
      outcome.begin();
      await fail(new UserError(message('The popup has closed. Nothing was clicked.')))();
    });
    assert.equal(text, 'The popup has closed. Nothing was clicked.');
  });

  it('is what was done before it', async () => {
    const text = await textAfter(async (outcome) => {
      outcome.begin();
      await outcome.attempt(BOUGHT, async () => {});
      await fail(broken)();
    });
    assert.equal(
      text,
      'Clicked button “Buy”. That was done. The next part failed: An unexpected error occurred. See the log for details.',
    );
  });

  it('is what may have been done, if it broke in the midst of it', async () => {
    for (const [error, words] of [
      [broken, 'An unexpected error occurred. See the log for details.'],
      [new Cancelled(), 'The call was canceled.'],
    ] as const) {
      const text = await textAfter(async (outcome) => {
        outcome.begin();
        await outcome.attempt(message('Filled “Name”.'), async () => {});
        await outcome.attempt(BOUGHT, fail(error));
      });
      assert.equal(
        text,
        `Filled “Name”. ${words} What may have been done: Clicked button “Buy”. Look first, then call again.`,
      );
    }
  });

  it('is no doubt about what was refused before it was done', async () => {
    const text = await textAfter(async (outcome) => {
      outcome.begin();
      await outcome.attempt(BOUGHT, fail(new NotDone(refused.text)));
    });
    assert.equal(text, 'It is not visible. Nothing was done.');
  });
});
