import { type ZipEntry, zipBytes } from '../../support/zip-bytes';
import { manifest } from '../../support/files';

/** A manifest with a content script that writes `mark` into every page; `more` overrides. */
export function markingManifest(mark: string, more: object = {}): ZipEntry {
  const content = manifest(mark, { content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'] }], ...more });
  return { name: 'manifest.json', content: JSON.stringify(content) };
}

/** A real extension whose content script leaves its mark on every page, and the page then reports it. */
export function extension(mark: string, more: object = {}, others: readonly ZipEntry[] = []): Buffer {
  const script = {
    name: 'content.js',
    content: `document.documentElement.dataset.changedBy = (document.documentElement.dataset.changedBy ?? '') + '${mark} ';`,
  };
  return zipBytes([markingManifest(mark, more), script, ...others]);
}
