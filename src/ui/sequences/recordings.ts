import * as vscode from 'vscode';
import type { RecordingActivity } from '../../app/activities/activity';
import { Recording } from '../../app/sequences/recording';
import type { BrowserAccess } from '../../app/devtools-sessions';
import { UserError } from '../../core/errors';
import { listOf, message, type Message } from '../../core/message';
import { formatSequence } from '../../core/sequence';
import { labelOf, type ConnectionKey, type SessionRecord } from '../../state';
import { SEQUENCE_ENDING } from '../../core/sequence-files';
import { commandId } from '../editor/contributed';
import { OfferError } from '../editor/show';
import type { WindowServices } from '../services';
import { openNewSequence } from './new-sequence';

/**
 * Records what a person does in a session from now on: in its screen and by the commands. When it is stopped, what was
 * recorded opens as a new file.
 * @throws UserError if a session is being recorded.
 */
export function startRecording(
  {
    activities,
    statusMessages,
    histories,
    log,
  }: Pick<WindowServices, 'activities' | 'statusMessages' | 'histories' | 'log'>,
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
  const { sessions } = access;
  const recording = new Recording(access, session, () =>
    running.update({ count: recording.count, left: recording.left }),
  );
  sessions.recorder = recording;
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
      sessions.recorder = undefined;
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
async function openRecorded(recording: Recording): Promise<Message> {
  const { count, left, variables } = recording;
  if (count === 0) return message('Nothing was recorded');
  const { steps, start } = await recording.sequence();
  await openNewSequence(NAME, formatSequence(steps, { start }));
  if (left > 0) return message('$(warning) Recorded {0} steps; {1} more can’t be recorded', count, left);
  if (variables.length > 0)
    return message('$(check) Recorded {0} steps. To run them, set {1}', count, listOf(variables));
  return count === 1
    ? message('$(check) Recorded 1 step. Save to keep it')
    : message('$(check) Recorded {0} steps. Save to keep them', count);
}

/** The name of a recorded file. */
const NAME = 'recorded';
