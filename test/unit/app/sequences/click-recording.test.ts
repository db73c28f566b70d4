import assert from 'node:assert/strict';
import { ClickRecording } from '../../../../src/app/sequences/click-recording';
import { openRecords, recentOf } from '../../../../src/state';
import { storage } from '../../../support/storage';

const connection = { name: 'one', address: 'https://a' };

describe('A recording', () => {
  it('has a double-click as one step, and so have the last points', async () => {
    const recording = new ClickRecording(connection, 's');
    const { sessions } = openRecords(storage(), connection, () => {});
    sessions.onDidClick((click) => void recording.add({ ...click, connection }));
    const made = { session: 's', ended: 0 };
    await sessions.clicked({ ...made, text: '9, 9', began: 0 });
    await sessions.clicked({ ...made, text: '1, 2', began: 500 });
    await sessions.clicked({ ...made, text: '1, 2 x2', began: 700, replaces: '1, 2' });
    assert.deepEqual(recording.steps, [
      { kind: 'click', click: { x: 9, y: 9 } },
      { kind: 'wait', milliseconds: 500 },
      { kind: 'click', click: { x: 1, y: 2, clicks: 2 } },
    ]);
    assert.deepEqual(recentOf(sessions.get('s') ?? { id: 's' }), ['1, 2 x2', '9, 9']);
  });
});
