// npm run bench -- packing: three generated folders packed by us, by `zip -6 -r` and by `web-ext build`, in turn. With
// `--before PATH` also by another out/packaging.mjs, in the same rounds.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import yauzl from 'yauzl';
import { step } from '../step.mjs';
import { temporaryFolder } from '../temporary.mjs';
import { amount } from './amount.mjs';
import { about, median, megabytes, milliseconds } from './figures.mjs';
import { writeExtension, writeNodeModules } from './folders.mjs';
import { installWebExt } from './web-ext.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const SMALL = { name: '20 files of 200 kB', files: 20, bytes: 200e3, seed: 1, rounds: amount(9, 1) };
const FOLDERS = amount(
  [
    SMALL,
    { name: '2,000 files of 30 MB', files: 2000, bytes: 30e6, seed: 2, rounds: 5 },
    {
      name: '10,000 files of 50 MB, beside 50,000 in node_modules',
      files: 10_000,
      bytes: 50e6,
      seed: 3,
      nodeModules: 50_000,
      rounds: 3,
    },
  ],
  [SMALL],
);

/** Milliseconds of a whole process. */
function run(command, args, cwd) {
  const start = performance.now();
  const { status, error, stderr, stdout } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${error?.message ?? `${stdout}${stderr}`}`);
  return { ms: performance.now() - start, stdout };
}

/** A packer that uses a packaging.mjs of ours: how to run it, and its measurements inside the process. */
function packerOf(name, file) {
  const packaging = pathToFileURL(path.resolve(file)).href;
  const runPack = (...args) => run(process.execPath, [path.join(here, 'pack.mjs'), packaging, ...args]);
  return {
    name,
    pack: (from, zip) => runPack(from, zip),
    inside: (from) => JSON.parse(runPack(from, '', 'figures').stdout),
  };
}

/** The packers and how to run them. Those that are not installed on this machine are skipped, with a message. */
async function packers(temporary, before) {
  if (before !== undefined && !fs.existsSync(before))
    throw new Error(`There is no ${before}. Build the other checkout, and name its out/packaging.mjs.`);
  const found = [
    packerOf('ours', path.join(here, '../../out/packaging.mjs')),
    ...(before === undefined ? [] : [packerOf('before', before)]),
  ];
  if (spawnSync('zip', ['-v']).status === 0)
    found.push({
      name: 'zip -6 -r',
      pack: (folder, zip) => run('zip', ['-6', '-r', '-q', zip, '.', '-x', 'node_modules/*'], folder),
    });
  else console.log('  zip is not on this machine (Debian: apt-get install zip): left out.');
  const webExt = await installWebExt(path.join(temporary, 'web-ext'));
  if (webExt)
    found.push({
      name: 'web-ext build',
      pack: (folder, zip) =>
        run(process.execPath, [
          webExt,
          'build',
          '--no-config-discovery',
          '--no-input',
          '-o',
          '-s',
          folder,
          '-a',
          path.dirname(zip),
          '-n',
          path.basename(zip),
        ]),
    });
  return found;
}

/** @throws unless all zips contain the same files. */
async function requireSameFiles(zips) {
  const [first, ...others] = await Promise.all(
    zips.map(async (zip) => {
      const names = [];
      for await (const { fileName } of (await yauzl.openPromise(zip)).eachEntry())
        if (!fileName.endsWith('/')) names.push(fileName);
      return names.toSorted().join('\n');
    }),
  );
  if (others.some((names) => names !== first)) throw new Error('The zips do not hold the same files.');
  return first.split('\n').length;
}

async function measure(folder, all, { rounds }, temporary) {
  const zipOf = (index) => path.join(temporary, `${index}.zip`);
  const times = all.map(() => []);
  const inside = all.map(() => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { pack }] of all.entries()) {
      fs.rmSync(zipOf(index), { force: true }); // zip would add to it
      times[index].push(pack(folder, zipOf(index)).ms);
    }
    for (const [index, packer] of all.entries()) if (packer.inside) inside[index].push(packer.inside(folder));
  }
  return {
    times,
    inside,
    files: await requireSameFiles(all.map((_, index) => zipOf(index))),
    sizes: all.map((_, index) => fs.statSync(zipOf(index)).size),
  };
}

const line = (title, text) => console.log(`  ${title.padEnd(58)} ${text}`);

function print({ name, rounds }, all, { times, inside, files, sizes }) {
  console.log(`\n${name}: ${rounds} rounds, ${files} files in each zip`);
  for (const [index, packer] of all.entries()) {
    const ratio = median(times[index].map((time, round) => time / times[0][round])).toFixed(2);
    line(
      `${packer.name}, a whole process`,
      `${milliseconds(times[index])}, ${index ? `${ratio} × ours, ` : ''}${megabytes(sizes[index])}`,
    );
  }
  const others = all.flatMap((packer, index) => (packer.inside ? [] : [{ name: packer.name, times: times[index] }]));
  for (const [index, packer] of all.entries())
    if (packer.inside) printInside(packer.name, inside[index], inside[0], others);
}

/**
 * Prints the measurements inside the process, with the ratio to ours, and to the whole processes of others, round by
 * round.
 */
function printInside(name, inside, ours, others) {
  const of = (key) => inside.map((figures) => figures[key]);
  const ratio = (key) =>
    inside === ours ? '' : `, ${median(of(key).map((value, round) => value / ours[round][key])).toFixed(2)} × ours`;
  line(
    `${name} in a process that runs: inspection, first and second`,
    `${milliseconds(of('inspect'))}, ${milliseconds(of('inspectAgain'))}${ratio('inspectAgain')}`,
  );
  line(
    '  longest pause of its event loop; own work in one',
    `${milliseconds(of('inspectPause'))}${ratio('inspectPause')}; ${milliseconds(of('inspectRan'))}`,
  );
  line('  entries left out', of('excluded')[0]);
  const toOthers = others.map(
    (other) => `, ${median(of('pack').map((value, round) => value / other.times[round])).toFixed(2)} × ${other.name}`,
  );
  line(`${name} in a process that runs: packing`, `${milliseconds(of('pack'))}${ratio('pack')}${toOthers.join('')}`);
  line(
    '  longest pause of its event loop; own work in one',
    `${milliseconds(of('pause'))}${ratio('pause')}; ${milliseconds(of('packRan'))}`,
  );
  line('  longest pause when it does nothing', milliseconds(of('idlePause')));
  line(
    '  memory at its highest, above that before',
    `${megabytes(median(of('memory')))}${ratio('memory')}, ${(median(of('memory')) / inside[0].zip).toFixed(2)} × the zip`,
  );
  line('  cancel answers within, at the slowest', `${Math.max(...of('cancels').flat()).toFixed(1)} ms`);
  line('on one core: reading, deflating', `${milliseconds(of('read'))}, ${milliseconds(of('deflate'))}`);
}

/**
 * @param before another out/packaging.mjs.
 * @param table only the folder that the table is about.
 */
export async function bench({ before, table } = {}) {
  const kinds = table ? FOLDERS.slice(0, 2).slice(-1) : FOLDERS;
  const temporary = temporaryFolder();
  const all = await packers(temporary.path, before);
  const measured = [];
  for (const kind of kinds) {
    const folder = path.join(temporary.path, `folder-${kind.files}`);
    await step(`Writing ${kind.name}`, () => {
      writeExtension(folder, kind);
      if (kind.nodeModules) writeNodeModules(folder, kind.nodeModules);
    });
    measured.push(await step(`Packing ${kind.name}`, () => measure(folder, all, kind, temporary.path)));
  }
  temporary.remove();
  console.log(
    `\nPacking. Median (range); ratios round by round; ${availableParallelism()} cores, load ${loadavg()[0].toFixed(1)}, Node ${process.version}`,
  );
  for (const [index, kind] of kinds.entries()) print(kind, all, measured[index]);
  if (!table) return [];
  const [kind] = kinds;
  const [{ times, inside }] = measured;
  const others = all.flatMap(({ name, inside: isOurs }, index) => (isOurs ? [] : [[name, about(times[index])]]));
  return [
    {
      what: `Check and pack a folder of ${kind.name}`,
      ours: about(inside[0].map(({ inspectAgain, pack }) => inspectAgain + pack)),
      others: Object.fromEntries(others),
    },
  ];
}
