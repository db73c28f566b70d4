import { uploadNameProblem, type NameQuestion } from '../../app';
import { proposeExtensionName } from '../../core/extension-name';
import { quotedListOf, message, type Message } from '../../core/message';
import { ask } from '../editor/input-box';

/**
 * Asks for the name of an extension in the browser, and proposes one derived from its title.
 * @throws Cancelled if the user closes the box.
 */
export async function askExtensionName({ title, loaded, besides, step }: NameQuestion): Promise<string> {
  const taken = [...loaded, ...besides];
  return ask({
    title: message('Upload “{0}”: Name', title),
    prompt: message('The extension is loaded from extensions/<name> in the browser.'),
    value: proposeExtensionName(title, taken),
    check: (name) => uploadNameProblem(name, { loaded, besides }),
    preview: (name) => nameMeaning(name, loaded),
    ...(step && { step }),
  });
}

function nameMeaning(name: string, loaded: readonly string[]): Message {
  return loaded.length === 0
    ? message('Will be loaded from extensions/{0}.', name)
    : message('Will be loaded from extensions/{0}. Still loaded: {1}.', name, quotedListOf(loaded));
}
