import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { createClient, type Client } from '../../../../src/api';
import { DevToolsSessions } from '../../../../src/app/devtools-sessions';
import type { UploadDependencies } from '../../../../src/app/upload/dependencies';
import type { UploadQuestions } from '../../../../src/app/upload/ports';
import { uploadFolders, type UploadOutcome, type UploadRequest } from '../../../../src/app/upload/upload-folders';
import type { LoadedExtension } from '../../../../src/devtools';
import { AllowedSecrets, openRecords, type ConnectionRecords } from '../../../../src/state';
import { storage } from '../../../support/storage';
import { uploadSettings } from '../../../support/uploads';
import { UploadService } from './upload-service';
import { writeFiles } from '../../../support/files';
import { temporaryFolder } from '../../../support/temporary-folder';

export const MANIFEST = { manifest_version: 3, name: 'Pack Me', version: '2.0' };

/** Properties of the service and its limits. */
interface Setting {
  readonly production?: boolean;
  readonly zipBytes?: number;
  /** What the session's browser has reported before. */
  readonly listed?: readonly LoadedExtension[];
}

/** A service, an extension's folder, and answers that need no dialog. */
export interface UploadFixture {
  readonly service: UploadService;
  readonly records: ConnectionRecords;
  readonly allowed: AllowedSecrets;
  readonly folder: string;
  /** The questions that were asked, in order. */
  readonly asked: string[];
  /** Writes files below the folder. */
  put(files: Record<string, string | Buffer>): void;
  /** Creates another folder with an extension of this name. */
  otherFolder(name: string): string;
  parts(setting?: Setting): UploadDependencies;
  /** Gives these answers, and the default answers to the other questions. */
  answering(answers?: Partial<UploadQuestions>): UploadQuestions;
  upload(
    request?: Partial<UploadRequest>,
    answers?: Partial<UploadQuestions>,
    setting?: Setting,
  ): Promise<UploadOutcome>;
}

/** Use in a `describe`: each test gets its own folder, and a service without recorded requests. */
export function useUploads(): UploadFixture {
  const fixture = new Fixture();
  before(() => fixture.open());
  after(() => fixture.close());
  beforeEach(() => fixture.begin());
  return fixture;
}

class Fixture implements UploadFixture {
  asked: string[] = [];
  private opened: { service: UploadService; client: Client } | undefined;
  private state = { records: openRecords(storage(), HERE, () => {}), allowed: new AllowedSecrets(storage()) };
  folder = '';

  get service(): UploadService {
    if (!this.opened) throw new Error('not open');
    return this.opened.service;
  }

  get records(): ConnectionRecords {
    return this.state.records;
  }

  get allowed(): AllowedSecrets {
    return this.state.allowed;
  }

  async open(): Promise<void> {
    const service = await new UploadService().start();
    this.opened = { service, client: createClient({ baseUrl: service.url, token: 'own' }) };
  }

  async close(): Promise<void> {
    this.opened?.client.close();
    await this.opened?.service.stop();
  }

  begin(): void {
    this.service.reset();
    this.state = { records: openRecords(storage(), HERE, () => {}), allowed: new AllowedSecrets(storage()) };
    this.asked = [];
    this.folder = this.otherFolder(MANIFEST.name);
    this.put({ 'lib/a.js': 'a' });
  }

  put(files: Record<string, string | Buffer>): void {
    writeFiles(this.folder, files);
  }

  otherFolder(name: string): string {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify({ ...MANIFEST, name }));
    return folder;
  }

  parts({ production = false, zipBytes = 50_000_000, listed }: Setting = {}): UploadDependencies {
    return {
      ...uploadSettings({}, { allowedSecrets: this.allowed, limits: { zipBytes, extensions: 2 } }),
      connect: async () => {
        if (!this.opened) throw new Error('not open');
        return {
          client: this.opened.client,
          sessions: this.records.sessions,
          production,
          devtools: new DevToolsSessions(),
          ...(listed && { known: () => ({ extensions: listed }) }),
        };
      },
    };
  }

  answering(answers: Partial<UploadQuestions> = {}): UploadQuestions {
    const { session, secrets, name, production } = answers;
    return {
      session: this.noted('session', session ?? (async () => 'asked-for')),
      secrets: this.noted('secrets', secrets ?? (async (question) => question.secrets.map(({ file }) => file))),
      name: this.noted('name', name ?? (async () => 'answered')),
      production: this.noted('production', production ?? (async () => {})),
    };
  }

  async upload(
    request: Partial<UploadRequest> = {},
    answers: Partial<UploadQuestions> = {},
    setting: Setting = {},
  ): Promise<UploadOutcome> {
    const { signal } = new AbortController();
    return uploadFolders(
      this.parts(setting),
      { folders: [this.folder], ...request },
      this.answering(answers),
      signal,
      () => {},
    );
  }

  private noted<Question, Answer>(
    name: string,
    answer: (question: Question) => Promise<Answer>,
  ): (question: Question) => Promise<Answer> {
    return async (question) => {
      this.asked.push(name);
      return answer(question);
    };
  }
}

const HERE = { name: 'here', address: 'https://here' };
