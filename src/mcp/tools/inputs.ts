import { KIND_WORDS } from '../model-view.js';
import { withDescription, z } from '../schema.js';

/** Inputs shared by tools. */

export const source = z.optional(z.enum(['live', 'files']));
export const kindInput = z.optional(z.enum(KIND_WORDS));
export const idsInput = withDescription(z.optional(z.boolean()), 'Also return ids');
export const nameInput = (what: string) =>
  withDescription(z.string().check(z.minLength(1), z.maxLength(1_000)), what);
