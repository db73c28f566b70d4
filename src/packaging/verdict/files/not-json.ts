import { message, type Message } from '../../../core/message';
import { MAX_DEPTH, type NoJson } from '../../manifest/json';
import type { Problem } from '../../problem';

/** The problem of a file that Chromium reads as JSON and that is not JSON. */
export function notJson(file: string, broken: NoJson): Problem {
  return {
    severity: 'error',
    code: 'file-not-json',
    message: wordsOf(file, broken),
    file,
    ...broken.text.positionAt(broken.brokenAt),
  };
}

function wordsOf(file: string, { text: { text }, isTooDeep }: NoJson): Message {
  if (isTooDeep) return message('{0} is nested more than {1} levels deep from here.', file, MAX_DEPTH);
  return text === ''
    ? message('{0} is empty or isn’t UTF-8. Save it as JSON in UTF-8.', file)
    : message(
        '{0} isn’t valid JSON from here. Check for extra or missing commas and brackets, and for single quotes.',
        file,
      );
}
