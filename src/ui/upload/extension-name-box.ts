import { uploadNameProblem, type NameQuestion } from '../../app';
import { proposeExtensionName } from '../../core/extension-name';
import { message } from '../../core/message';
import { ask } from '../editor/input-box';

/**
 * Asks for the name of an extension in the browser, because the one derived from its title is taken, and proposes a
 * similar one.
 * @throws Cancelled if the user closes the box.
 */
export async function askExtensionName({ title, wanted, loaded, besides }: NameQuestion): Promise<string> {
  const taken = [...loaded, ...besides];
  return ask({
    title: message('Upload “{0}”: Name', title),
    prompt: besides.includes(wanted)
      ? message('Another extension in this upload is named “{0}”. Enter a different name.', wanted)
      : message('“{0}” is already used in this session. Enter a different name.', wanted),
    value: proposeExtensionName(title, taken),
    check: (name) => uploadNameProblem(name, { loaded, besides }),
    preview: (name) => message('Will be loaded from extensions/{0}.', name),
  });
}
