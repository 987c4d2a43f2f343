/** Optional checks that are stricter than the service. All are off by default. */
export interface Switches {
  /** Whether unknown query parameters and filters are rejected. */
  strict: boolean;
  /** Whether a model object is rejected if its parent already has one with the same name (docs/service.md#names). */
  uniqueNames: boolean;
}

export const NO_SWITCHES: Switches = { strict: false, uniqueNames: false };
