import assert from 'node:assert/strict';
import { ScreenTabs } from '../../../src/app/screen/screen-tabs';
import { UserError } from '../../../src/core/errors';
import { english } from '../../../src/core/message';
import { ExtensionFolder, openSession } from '../../support/person';
import { until } from '../../support/until';
import { useScreen, type Viewer } from './screen-fixture';

const { signal } = new AbortController();

function isFront({ feed }: Viewer, address: string): Promise<void> {
  return until(`${address} is in front`, () => feed.tabs?.front?.address === address);
}

async function says(work: Promise<unknown>, words: RegExp): Promise<void> {
  await assert.rejects(work, (error) => error instanceof UserError && words.test(english(error.text)));
}

describe('The tabs of a session’s screen', () => {
  const screen = useScreen();
  const { look } = screen;
  // The tabs and extensions of one test are not those of the next.
  beforeEach(async () => {
    screen.session = await openSession(screen.service, `${screen.pages.url}/button`);
  });

  const tabsOf = ({ person, feed }: Viewer): ScreenTabs =>
    new ScreenTabs(
      { client: person.client, sessions: person.records.sessions, devtools: person.devtools },
      screen.session,
      feed,
      true,
    );
  const upload = async ({ person }: Viewer, name: string, files: readonly string[]): Promise<string> => {
    const folder = new ExtensionFolder({ name });
    for (const file of files) folder.write(file, `<title>${name}</title>`);
    await person.upload(folder.path, screen.session, name.toLowerCase());
    const found = (await person.loaded(screen.session)).find((each) => each.name === name);
    assert.ok(found);
    return `chrome-extension://${found.id}`;
  };

  it('opens the page of an uploaded extension by its path', async () => {
    const looking = look();
    const tabs = tabsOf(looking);
    const greeter = await upload(looking, 'Greeter', ['popup.html', 'pages/own.html']);
    await looking.show();
    await tabs.open('popup.html', signal);
    await isFront(looking, `${greeter}/popup.html`);
    await until('its title is known', () => looking.feed.tabs?.front?.title === 'Greeter');
    await says(
      tabs.open('gone.html', signal),
      /^“chrome-extension:.*gone\.html” didn’t open: net::ERR_FILE_NOT_FOUND\.$/,
    );
    const other = await upload(looking, 'Other', ['popup.html']);
    await tabs.open('about:blank', signal);
    await isFront(looking, 'about:blank');
    // Both have it.
    await says(
      tabs.open('popup.html', signal),
      /^“Other”, “Greeter” have “popup\.html”\. Type a name before it, such as/,
    );
    await tabs.open('other/popup.html', signal);
    await isFront(looking, `${other}/popup.html`);
    // The one in front is meant, unless only the other one has it.
    await tabs.open('/popup.html?again', signal);
    await isFront(looking, `${other}/popup.html?again`);
    await tabs.open('pages/own.html#part', signal);
    await isFront(looking, `${greeter}/pages/own.html#part`);
  });

  it('says that no extension has it', async () => {
    const looking = look();
    await looking.show();
    await says(tabsOf(looking).open('popup.html', signal), /^No uploaded extension has “popup\.html”\./);
  });

  it('shows, opens and closes tabs, but not the last one', async () => {
    const looking = look();
    const tabs = tabsOf(looking);
    await looking.show();
    await until('its tab is known', () => looking.feed.tabs?.front !== undefined);
    const first = looking.feed.tabs?.front;
    assert.ok(first);
    await says(tabs.close(first.id, signal), /^The last tab stays open/);
    await tabs.newTab(signal);
    await isFront(looking, 'about:blank');
    await until('both are listed', () => looking.feed.tabs?.all.length === 2);
    await tabs.show(first.id, signal);
    await isFront(looking, first.address);
    await tabs.close(first.id, signal);
    await isFront(looking, 'about:blank');
    await says(
      tabs.show(first.id, signal),
      /^The tab didn’t come to the front\. The browser says: “No target with given id found”$/,
    );
  });

  it('are not known at a service without DevTools', async () => {
    const looking = look((await screen.withoutDevTools()).url);
    looking.feed.setVisible(true);
    await looking.is('pictures');
    await until('that is known', () => !looking.feed.hasTabs);
    await says(
      tabsOf(looking).open('example.com', signal),
      /^“example\.com” didn’t open\. This service doesn’t support it\.$/,
    );
  });
});
