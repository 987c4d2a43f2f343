import { slugOf } from '../../document/propose-ids.js';

/** Metadata key and tag that an export to LikeC4 adds to preserve ids for the next import. */
export const ID_KEY = 'archctl_id';
export const LEVEL_TAG = 'archctl_level';

/** Id of a LikeC4 element or view by its name. Keeps capital letters, so that an export has the same name. */
export const likec4Id = (name: string): string => (/[A-Z]/.test(name) ? name : slugOf(name, name));

/** Converts `bookingApi` to `booking-api`, from which the id is made. */
export const kebabCase = (identifier: string): string => identifier.replace(/([a-z\d])([A-Z])/g, '$1-$2');
