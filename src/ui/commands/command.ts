import type { Services } from '../services';
import type { Target } from '../target';

/** The implementation of a command. It throws its errors; a common wrapper reports them to the user. */
export type Command = (services: Services, target: Target) => Promise<void>;
