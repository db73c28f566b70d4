import { message } from '../core/message';
import type { Operation } from '../core/service-error';
import { onSession } from './operations';

/** The sentences of the errors of mouse and keyboard input besides the click. None of it may happen twice. */
export const inputOperations = {
  moveMouse: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t move the mouse in “{0}”.', id),
    uncertain: {
      noAnswer: message(
        'Connection lost while moving the mouse in “{0}”. It may have moved; check before retrying.',
        id,
      ),
      serviceFailed: message(
        'The service failed while moving the mouse in “{0}”. It may still have happened; check first.',
        id,
      ),
    },
  }),
  scroll: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t scroll in “{0}”.', id),
    uncertain: {
      noAnswer: message('Connection lost while scrolling in “{0}”. It may have scrolled; check before retrying.', id),
      serviceFailed: message(
        'The service failed while scrolling in “{0}”. It may still have happened; check first.',
        id,
      ),
    },
  }),
  typeText: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t type in “{0}”.', id),
    uncertain: {
      noAnswer: message(
        'Connection lost while typing in “{0}”. The text may have been typed; check before retrying.',
        id,
      ),
      serviceFailed: message('The service failed while typing in “{0}”. It may still have happened; check first.', id),
    },
  }),
  pressKey: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t press keys in “{0}”.', id),
    uncertain: {
      noAnswer: message(
        'Connection lost while pressing keys in “{0}”. They may have been pressed; check before retrying.',
        id,
      ),
      serviceFailed: message(
        'The service failed while pressing keys in “{0}”. It may still have happened; check first.',
        id,
      ),
    },
  }),
  drag: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t drag in “{0}”.', id),
    uncertain: {
      noAnswer: message(
        'Connection lost while dragging in “{0}”. The drag may have happened; check before retrying.',
        id,
      ),
      serviceFailed: message(
        'The service failed while dragging in “{0}”. It may still have happened; check first.',
        id,
      ),
    },
  }),
};

function input(id: string): Pick<Operation, 'notFound' | 'notFoundAction' | 'session' | 'verifyWith'> {
  return { ...onSession(id), verifyWith: 'takeScreenshot' };
}
