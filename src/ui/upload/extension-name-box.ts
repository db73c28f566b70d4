import { uploadNameProblem, type NameQuestion } from '../../app';
import { proposeExtensionName } from '../../core/extension-name';
import { listOf, message, type Message } from '../../core/message';
import { ask } from '../editor/input-box';

/**
 * Asks for the name of an extension in the browser, and proposes one made of its title.
 * @throws Cancelled when the person leaves the box.
 */
export async function askExtensionName({ title, loaded, besides, step }: NameQuestion): Promise<string> {
  const taken = [...loaded, ...besides];
  return ask({
    title: message('Name of {0} in the Browser', title),
    prompt: message('The extension goes into the folder extensions/<name> of the browser.'),
    value: proposeExtensionName(title, taken),
    check: (name) => uploadNameProblem(name, { loaded, besides }),
    preview: (name) => nameMeaning(name, loaded),
    ...(step && { step }),
  });
}

function nameMeaning(name: string, loaded: readonly string[]): Message {
  const place = message('Goes into extensions/{0}.', name);
  return loaded.length === 0
    ? place
    : message('{0} What was uploaded before stays loaded beside it: {1}.', place, listOf(loaded));
}
