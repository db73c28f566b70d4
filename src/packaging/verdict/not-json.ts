import { message } from '../../core/message';
import { position, type Problem } from '../problem';

/** A file that Chromium reads as JSON, and is none. */
export function notJson(file: string, { text, brokenAt }: { readonly text: string; readonly brokenAt: number }): Problem {
  const words = text === ''
    ? message('{0} is empty or not UTF-8, and Chromium refuses the extension for it. Save it as JSON with the encoding UTF-8.', file)
    : message('{0} is not valid JSON from here on, and Chromium refuses the extension for it. Look for a comma or a bracket that is too many or missing, and for single quotes.', file);
  return { severity: 'error', code: 'file-not-json', message: words, file, ...position(text, brokenAt) };
}
