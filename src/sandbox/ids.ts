import { randomBytes } from 'node:crypto';

export { randomId, randomShortId } from '../base/random-id.js';

/** 64 hex characters: 256 random bits (docs/service.md#authentication). */
export const randomSecret = (): string => randomBytes(32).toString('hex');
