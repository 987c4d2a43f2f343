import { type Fields, textsOf } from '../../doc.js';
import { LATEST } from '../../resources/version.js';

/** Whether a version is the live, editable one; every other is a read-only snapshot (docs/service.md#versions). */
export const isLive = (version: Fields): boolean => textsOf(version.tags).includes(LATEST);
