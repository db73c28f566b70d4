export { createClient, type Client, type UploadOptions } from './client';
export { MAX_LISTED, type Listed } from './list';
export type { UploadItem } from './multipart';
export type { ServiceExtension, ServiceFile, ServicePool, ServiceSession } from './records';
export { waitSilently, type Wait, type Waiting } from './retry';
export type { NetworkSettings } from './network';
export type { ServiceTimeouts, TransportOptions } from './transport';
export type { ReleaseRequest } from './wire-bodies';
