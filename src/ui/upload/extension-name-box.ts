import { uploadNameProblem } from '../../app/upload/names';
import type { NameQuestion } from '../../app/upload/ports';
import { proposeExtensionName } from '../../core/extension-name';
import { message, sentences } from '../../core/message';
import { ask } from '../editor/input-box';

/**
 * Asks for the name of an extension in the browser, because the one derived from its title is taken, and proposes a
 * similar one.
 * @throws Cancelled if the user closes the box.
 */
export async function askExtensionName({ title, wanted, loaded, besides }: NameQuestion): Promise<string> {
  const taken = [...loaded, ...besides];
  const isTaken = besides.includes(wanted)
    ? message('Another extension in this upload is named “{0}”.', wanted)
    : message('“{0}” is already used in this session.', wanted);
  return ask({
    title: message('Upload “{0}”: Name', title),
    prompt: isTaken,
    value: proposeExtensionName(title, taken),
    check: (name) => uploadNameProblem(name, { loaded, besides }),
    // The editor shows it in place of the prompt.
    preview: (name) => sentences(isTaken, message('Will be loaded from extensions/{0}.', name)),
  });
}
