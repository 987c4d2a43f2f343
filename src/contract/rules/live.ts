import type { Doc } from '../../sandbox/types.js';
import { LATEST } from '../resources/version.js';

/** Whether a version is the live, editable one; every other is a read-only snapshot (known answers, part 9). */
export const isLive = (version: Doc): boolean => ((version.tags ?? []) as string[]).includes(LATEST);
