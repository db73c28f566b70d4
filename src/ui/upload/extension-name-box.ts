import { uploadNameProblem } from '../../app';
import { proposeExtensionName } from '../../core/extension-name';
import { listOf, message, type Message } from '../../core/message';
import { ask, type Question } from '../editor/input-box';

/**
 * Asks for the name of an extension in the browser, and proposes one made of its title.
 * @param loaded the names of what was uploaded into the session before.
 * @param besides the names that other extensions of the same upload have got.
 * @param step which of several names this is.
 */
export async function askExtensionName(
  title: string,
  loaded: readonly string[],
  besides: readonly string[] = [],
  step?: Question['step'],
): Promise<string> {
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
