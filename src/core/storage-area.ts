/** The areas of `chrome.storage`. */
export const STORAGE_AREAS = ['local', 'session', 'sync', 'managed'] as const;
export type StorageArea = (typeof STORAGE_AREAS)[number];
