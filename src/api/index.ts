export { createClient, type Client } from './client';
export { MAX_LISTED, type Listed, type ListRange } from './list';
export type { UploadItem } from './multipart';
export type { ServiceExtension, ServiceFile, ServicePool, ServiceSession } from './records';
export { waitSilently, type Wait, type Waiting } from './retry';
export type { NetworkSettings } from './network';
export type { ServiceTimeouts, TransportOptions } from './transport';
export type { UploadOptions } from './upload-requests';
export type { NewSession, ReleaseRequest } from './wire-bodies';
