import { message } from '../core/message';
import type { Operation } from '../core/service-error';
import { onSession } from './operations';

/** The sentences of the errors of mouse and keyboard input besides the click. None of it may happen twice. */
export const inputOperations = {
  moveMouse: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t move the mouse in “{0}”.', id),
    uncertain: {
      noAnswer: message('Moving the mouse in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while moving the mouse in “{0}”.', id),
      check: message('The mouse may have moved. Check the screen before you retry.'),
    },
  }),
  scroll: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t scroll in “{0}”.', id),
    uncertain: {
      noAnswer: message('Scrolling in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while scrolling in “{0}”.', id),
      check: message('It may have scrolled. Check the screen before you retry.'),
    },
  }),
  typeText: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t type in “{0}”.', id),
    uncertain: {
      noAnswer: message('Typing in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while typing in “{0}”.', id),
      check: message('The text may have been typed. Check the screen before you retry.'),
    },
  }),
  pressKey: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t press keys in “{0}”.', id),
    uncertain: {
      noAnswer: message('Pressing keys in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while pressing keys in “{0}”.', id),
      check: message('The keys may have been pressed. Check the screen before you retry.'),
    },
  }),
  drag: (id: string): Operation => ({
    ...input(id),
    failed: message('Couldn’t drag in “{0}”.', id),
    uncertain: {
      noAnswer: message('Dragging in “{0}” got no answer.', id),
      serviceFailed: message('The service failed while dragging in “{0}”.', id),
      check: message('The drag may have gone through. Check the screen before you retry.'),
    },
  }),
};

function input(id: string): Pick<Operation, 'notFound' | 'notFoundAction' | 'session' | 'verifyWith'> {
  return { ...onSession(id), verifyWith: 'takeScreenshot' };
}
