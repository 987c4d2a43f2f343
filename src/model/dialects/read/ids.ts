import { slugOf } from '../../document/propose-ids.js';

/** Metadata key and tag that an export to LikeC4 adds, so that it can be read back as it was. */
export const ID_KEY = 'archctl_id';
export const LEVEL_TAG = 'archctl_level';

/** The id of an element or view of LikeC4 by its name: capital letters stay, so that an export has the same name. */
export const likec4Id = (name: string): string => (/[A-Z]/.test(name) ? name : slugOf(name, name));

/** `bookingApi` as `booking-api`: what an id is made of where a dialect has identifiers. */
export const spelledOut = (identifier: string): string => identifier.replace(/([a-z\d])([A-Z])/g, '$1-$2');
