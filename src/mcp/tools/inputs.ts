import { KIND_WORDS } from '../model-view.js';
import { about, z } from '../schema.js';

/** Inputs shared by tools. */

export const source = z.optional(z.enum(['live', 'files']));
export const kind = z.optional(z.enum(KIND_WORDS));
export const ids = about(z.optional(z.boolean()), 'Also return ids');
export const named = (what: string) => about(z.string().check(z.minLength(1), z.maxLength(1_000)), what);
