// The last step of npm run release: writes out/release, with all that a release on GitHub has.
//   browser-sessions.vsix, browser-sessions-VERSION.tgz
//   browser-sessions.cdx.json    the packages whose code is in them, as CycloneDX
//   SHA256SUMS                   of these three
// and beside it out/release-notes.md, what CHANGELOG.md says of this version.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const { name, version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));

/** What a CHANGELOG says of a version. @throws if it says nothing. */
export function notesOf(changelog, wanted) {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((each) => each.startsWith(`[${wanted}]`));
  const notes = section?.split('\n').slice(1).join('\n').trim();
  if (!notes) throw new Error(`CHANGELOG.md has no section [${wanted}]: give Unreleased its version and date.`);
  return `${notes}\n`;
}

/** @param folder that is written anew. @param files to copy there. */
export function writeRelease(folder, files) {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const file of files) fs.copyFileSync(file, path.join(folder, path.basename(file)));
  const sbom = spawnSync('npm', ['sbom', '--omit', 'dev', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (sbom.status !== 0) throw new Error(`npm sbom failed: ${sbom.stderr}`);
  fs.writeFileSync(path.join(folder, `${name}.cdx.json`), sbom.stdout);
  const sums = fs
    .readdirSync(folder)
    .toSorted()
    .map(
      (file) =>
        `${createHash('sha256')
          .update(fs.readFileSync(path.join(folder, file)))
          .digest('hex')}  ${file}\n`,
    );
  fs.writeFileSync(path.join(folder, 'SHA256SUMS'), sums.join(''));
}

if (process.argv[1] === import.meta.filename) {
  const changelog = fs.readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8');
  fs.writeFileSync(path.join(root, 'out/release-notes.md'), notesOf(changelog, version));
  const files = [`dist/${name}.vsix`, `out/${name}-${version}.tgz`].map((file) => path.join(root, file));
  writeRelease(path.join(root, 'out/release'), files);
}
