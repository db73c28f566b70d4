export { createClient, type Client, type UploadOptions } from './client';
export type { UploadItem } from './multipart';
export type { ServiceExtension, ServicePool, ServiceSession } from './records';
export type { TransportOptions } from './transport';
export type { ReleaseRequest } from './wire-bodies';
