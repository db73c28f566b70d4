import { formatBytes } from '../../core/format';
import type { Translate } from '../../core/localizer';
import { markup, type Html } from './html';
import type { Report, ReportExtension, ReportUpload } from './report';
import { dateTime, factList, plain, table } from './report-pieces';

export function extensionsPart({ extensions }: Report, t: Translate): Html | undefined {
  if (!extensions) return undefined;
  if (extensions.length === 0) return markup`<p>${t('No extensions were loaded.')}</p>`;
  return markup`${extensions.map((each) => extensionPart(each, t))}`;
}

function extensionPart({ id, name, version, isEnabled, upload }: ReportExtension, t: Translate): Html {
  const title = markup`${plain(name)} ${plain(version)}${isEnabled ? undefined : markup` <span class="warn">${t('disabled')}</span>`}`;
  const facts = markup`<p class="soft">${t('Extension ID')}: <span class="mono">${id === '' ? t('not known') : plain(id)}</span></p>`;
  const came = upload
    ? uploadPart(upload, t)
    : markup`<p>${t('Not uploaded from here, so its files aren’t known.')}</p>`;
  return markup`<h3>${title}</h3>${facts}${came}`;
}

function uploadPart(upload: ReportUpload, t: Translate): Html {
  const { at, bytes, sha256, folder, manifestVersion, files, moreFiles } = upload;
  const states = {
    same: t('The files below are the ones that were uploaded.'),
    changed: t(
      'The folder has changed since the upload. The check and the files below are of the folder as it is now.',
    ),
    unknown: t(
      'The folder may have changed since the upload. The check and the files below are of the folder as it is now.',
    ),
    gone: t('The folder can no longer be read, so there is no check and no list of files.'),
  };
  const rows = files.map(
    (file) =>
      markup`<tr><td class="mono">${plain(file.path)}${file.sha256 === '' ? undefined : markup`<br><span class="hash">${plain(file.sha256)}</span>`}</td><td class="number">${formatBytes(file.bytes)}</td></tr>`,
  );
  const list =
    files.length > 0
      ? markup`<details><summary>${files.length + moreFiles === 1 ? t('1 file') : t('{0} files', files.length + moreFiles)}</summary>${table(t('Files in the package'), [t('File and SHA-256'), t('Size')], rows, 1)}${moreFiles > 0 ? markup`<p class="soft">${t('{0} more files aren’t listed.', moreFiles)}</p>` : undefined}</details>`
      : undefined;
  const version = manifestVersion > 0 ? markup`, ${t('manifest version {0}', manifestVersion)}` : undefined;
  const about = factList([
    [t('Uploaded'), dateTime(at)],
    [t('Package'), markup`${formatBytes(bytes)}${version}`],
    [t('Package SHA-256'), markup`<span class="hash">${sha256 === '' ? t('not known') : plain(sha256)}</span>`],
  ]);
  return markup`${about}<p>${states[folder]}</p>${folder === 'gone' ? undefined : problemsPart(upload, t)}${list}`;
}

function problemsPart({ problems, moreProblems }: ReportUpload, t: Translate): Html {
  if (problems.length === 0) return markup`<p class="good">${t('Package check: no problems')}</p>`;
  const rows = problems.map(
    ({ severity, place, text }) =>
      markup`<tr><td class="time ${severity === 'error' ? 'bad' : 'warn'}">${severity === 'error' ? t('Error') : t('Warning')}</td><td><span class="mono soft">${plain(place)}</span><br>${plain(text)}</td></tr>`,
  );
  const more =
    moreProblems > 0 ? markup`<p class="soft">${t('{0} more problems aren’t listed.', moreProblems)}</p>` : undefined;
  return markup`${table(t('Package check'), [t('Severity'), t('Problem')], rows)}${more}`;
}
