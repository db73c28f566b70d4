import * as vscode from 'vscode';
import type { RecordingActivity } from '../../app/activities/activity';
import { ClickRecording, elementUnder } from '../../app/sequences/click-recording';
import type { BrowserAccess } from '../../app/devtools-sessions';
import { UserError } from '../../core/errors';
import { message, type Message } from '../../core/message';
import { formatSequence } from '../../core/sequence';
import { labelOf, type ConnectionKey, type SessionRecord } from '../../state';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { commandId } from '../editor/contributed';
import { OfferError } from '../editor/show';
import type { WindowServices } from '../services';
import { openNewSequence } from './new-sequence';

/**
 * Records the clicks in a session from now on, wherever they come from. When it is stopped, what was recorded opens as
 * a new file.
 * @throws UserError if a session is being recorded.
 */
export function startRecording(
  {
    activities,
    connections,
    statusMessages,
    histories,
    log,
  }: Pick<WindowServices, 'activities' | 'connections' | 'statusMessages' | 'histories' | 'log'>,
  { name, address }: ConnectionKey,
  session: SessionRecord,
  access: BrowserAccess,
): void {
  const [other] = activities.of('recording');
  if (other)
    throw new OfferError(message('“{0}” is being recorded. Stop that recording first.', other.title), {
      label: message('Stop Recording'),
      run: () => vscode.commands.executeCommand(commandId('stopRecording')),
    });
  const recording = new ClickRecording({ name, address }, session.id);
  const listener = connections.onDidClick((click) => {
    if (recording.add(click)) running.update({ count: recording.count, left: recording.left });
  });
  access.sessions.beforeClick = async (id, click) =>
    id === session.id ? elementUnder(access, session, click) : undefined;
  let open: ((opening: Promise<void>) => void) | undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const running = activities.start<RecordingActivity>({
    kind: 'recording',
    connection: { name, address },
    session,
    title: labelOf(session),
    endsInProduction: false,
    count: 0,
    left: 0,
    opened,
    access,
    addStep: (step) => {
      if (!recording.addStep(step)) throw new UserError(message('The recording is full.'));
    },
    stop: (why, reason) => {
      listener.dispose();
      access.sessions.beforeClick = undefined;
      if (reason === 'closing') return;
      const { steps } = recording;
      if (steps.length > 0)
        histories.setPath({ name, address }, session.id, { name: `${NAME}${SEQUENCE_ENDING}`, steps, results: [] });
      open?.(
        openRecorded(recording).then((recorded) =>
          statusMessages.show(reason === 'stopped' ? recorded : message('$(warning) {0}', why)),
        ),
      );
    },
  });
  // The command that stops it tells its error too.
  opened.catch((error: unknown) => log.error(error));
}

/** @returns what there is to say of it. */
async function openRecorded({ count, left, steps }: ClickRecording): Promise<Message> {
  if (steps.length === 0) return message('No clicks were recorded');
  await openNewSequence(NAME, formatSequence(steps));
  if (left > 0) return message('$(warning) Recorded the first {0} clicks', count);
  return count === 1
    ? message('$(check) Recorded 1 click. Save to keep it')
    : message('$(check) Recorded {0} clicks. Save to keep them', count);
}

/** The name of a recorded file. */
const NAME = 'recorded';
