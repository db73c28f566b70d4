export { acquireSession } from './acquire-session';
export { click } from './click';
export { createSession } from './create-session';
export { deleteExtension } from './delete-extension';
export { refreshExtensions, refreshPools, refreshSessions, type Refreshed } from './refresh';
export { releaseSession } from './release-session';
export { uploadFolders, type FolderUpload, type UploadProgress } from './upload-folders';
