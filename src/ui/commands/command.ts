import type { Services } from '../services';
import type { Target } from '../target';

/** What a command does. It throws what goes wrong; one wrapper tells the person. */
export type Command = (services: Services, target: Target) => Promise<void>;
