export interface TemporaryFolder {
  path: string;
  remove(): void;
}

export function temporaryFolder(): TemporaryFolder;
export function temporaryFolderForAll(): TemporaryFolder;
