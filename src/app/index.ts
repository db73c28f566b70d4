export { acquireSession } from './acquire-session';
export { checkWithChromium, majorOf, type ChromiumVerdict } from './check-with-chromium';
export { click, lastClicked } from './click';
export { createSession } from './create-session';
export { deleteExtension } from './delete-extension';
export { refreshExtensions, refreshPools, refreshSessions, type Refreshed } from './refresh';
export { releaseSession } from './release-session';
export { placeRefusal, refusedExtension } from './place-refusal';
export { uploadFolders, type FolderUpload, type UploadProgress } from './upload-folders';
/** What a front door needs besides the use cases themselves. */
export type { Client } from '../api';
export { findExtensionFolders, inspectExtension, MANIFEST, type Inspection, type Problem } from '../packaging';
