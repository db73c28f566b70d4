import { uploadAgain as again } from '../upload/upload-again';
import { uploadedOf } from '../upload/uploaded';
import type { Command } from './command';

/** From the row of an upload, or with a folder and a session; else the newest upload of all. Nothing is asked. */
export const uploadAgain: Command = async (services, target) => again(services, uploadedOf(services, target));
