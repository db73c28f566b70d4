import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findPlace } from '../../../src/local-service/files/place';
import { temporaryFolder } from '../../support/temporary-folder';

describe('A place in the folder of an extension', () => {
  let folder: string;
  before(() => {
    folder = temporaryFolder();
    mkdirSync(path.join(folder, 'scripts'));
    writeFileSync(path.join(folder, 'scripts/main.js'), '');
  });

  const found = async (given: string): Promise<string> => {
    const { path: place, isExtension, kind } = await findPlace(given, [folder]);
    return `${path.relative(folder, place)} ${isExtension ? 'extension' : (kind ?? 'nothing')}`;
  };

  it('is found by its absolute path, with the separators of the system or “/”', async () => {
    assert.equal(await found(folder), ' extension');
    assert.equal(await found(`${folder}/`), ' extension');
    assert.equal(await found(`${folder}/scripts/main.js`), `${path.join('scripts', 'main.js')} file`);
    assert.equal(await found(path.join(folder, 'scripts')), 'scripts folder');
    assert.equal(await found(`${folder}/..new`), '..new nothing');
  });

  it('is found in any case where the system does not tell cases apart', async () => {
    const upper = folder.toUpperCase();
    if (process.platform === 'win32')
      assert.equal(await found(`${upper}/SCRIPTS/main.js`), `${path.join('SCRIPTS', 'main.js')} file`);
    else await assert.rejects(found(`${upper}/scripts/main.js`), /is not in the folder of an extension/);
  });

  it('is nowhere else, however that is written', async () => {
    for (const given of [path.dirname(folder), `${folder}-2`, `${folder}-2/scripts`])
      await assert.rejects(found(given), /is not in the folder of an extension/, given);
    for (const given of [`${folder}/../x`, `${folder}/./x`, `${folder}//x`])
      await assert.rejects(found(given), /must have no/, given);
    await assert.rejects(found('scripts/main.js'), /must be absolute/);
  });
});
