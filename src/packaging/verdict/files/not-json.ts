import { message, type Message } from '../../../core/message';
import { MAX_DEPTH } from '../../manifest/json-depth';
import type { NoJson } from '../../manifest/json-file';
import type { Problem } from '../../problem';

/** A file that Chromium reads as JSON, and is none. */
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
  if (isTooDeep)
    return message(
      '{0} is nested too deeply from here on, and Chromium refuses the extension for it. Put no more than {1} objects and lists into each other.',
      file,
      MAX_DEPTH,
    );
  return text === ''
    ? message(
        '{0} is empty or not UTF-8, and Chromium refuses the extension for it. Save it as JSON with the encoding UTF-8.',
        file,
      )
    : message(
        '{0} is not valid JSON from here on, and Chromium refuses the extension for it. PackageContents for a comma or a bracket that is too many or missing, and for single quotes.',
        file,
      );
}
