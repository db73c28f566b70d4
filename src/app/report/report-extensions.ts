import { formatBytes } from '../../core/format';
import type { Translate } from '../../core/localizer';
import { markup, type Html } from './html';
import type { Report, ReportExtension, ReportUpload } from './report';
import { dateTime, plain, table } from './report-pieces';

export function extensionsPart({ extensions }: Report, t: Translate): Html | undefined {
  if (!extensions) return undefined;
  if (extensions.length === 0) return markup`<p>${t('The session has loaded none.')}</p>`;
  return markup`${extensions.map((each) => extensionPart(each, t))}`;
}

function extensionPart({ id, name, version, isEnabled, upload }: ReportExtension, t: Translate): Html {
  const title = markup`${plain(name)} ${plain(version)}${isEnabled ? undefined : markup` <span class="warn">${t('disabled')}</span>`}`;
  const facts = markup`<p class="soft">${t('ID in the browser')}: <span class="mono">${id === '' ? t('not known') : plain(id)}</span></p>`;
  const came = upload
    ? uploadPart(upload, t)
    : markup`<p>${t('It wasn’t uploaded from here, so nothing more is known of it.')}</p>`;
  return markup`<h3>${title}</h3>${facts}${came}`;
}

function uploadPart(upload: ReportUpload, t: Translate): Html {
  const { at, bytes, sha256, folder, manifestVersion, files, moreFiles } = upload;
  const states = {
    same: t('The files below are those that were uploaded.'),
    changed: t('Its folder has changed since the upload: the files and the verdict below are those of now.'),
    unknown: t(
      'Whether its folder has changed since the upload isn’t known: the files and the verdict below are those of now.',
    ),
    gone: t('Its folder can’t be read any more, so there is no verdict and no list of files.'),
  };
  const rows = files.map(
    (file) =>
      markup`<tr><td class="mono">${plain(file.path)}</td><td class="number">${formatBytes(file.bytes)}</td><td class="mono soft">${plain(file.sha256)}</td></tr>`,
  );
  const list =
    files.length > 0
      ? markup`<details><summary>${files.length + moreFiles === 1 ? t('1 file') : t('{0} files', files.length + moreFiles)}</summary>${table(t('Files of the package'), [t('File'), t('Size'), 'SHA-256'], rows, 1)}${moreFiles > 0 ? markup`<p class="soft">${t('{0} more files are left out.', moreFiles)}</p>` : undefined}</details>`
      : undefined;
  return markup`<dl class="facts"><dt>${t('Uploaded')}</dt><dd>${dateTime(at)}</dd><dt>${t('Package')}</dt><dd>${formatBytes(bytes)}${manifestVersion > 0 ? markup`, ${t('manifest version {0}', manifestVersion)}` : undefined}</dd><dt>${t('SHA-256 of the zip')}</dt><dd class="mono">${sha256 === '' ? t('not known') : plain(sha256)}</dd></dl><p>${states[folder]}</p>${folder === 'gone' ? undefined : problemsPart(upload, t)}${list}`;
}

function problemsPart({ problems, moreProblems }: ReportUpload, t: Translate): Html {
  if (problems.length === 0) return markup`<p class="good">${t('Check of the package: no problems.')}</p>`;
  const rows = problems.map(
    ({ severity, place, text }) =>
      markup`<tr><td class="time ${severity === 'error' ? 'bad' : 'warn'}">${severity === 'error' ? t('Error') : t('Warning')}</td><td><span class="mono soft">${plain(place)}</span><br>${plain(text)}</td></tr>`,
  );
  const more =
    moreProblems > 0 ? markup`<p class="soft">${t('{0} more problems are left out.', moreProblems)}</p>` : undefined;
  return markup`${table(t('Check of the package'), [t('Severity'), t('Problem')], rows)}${more}`;
}
