/** Where a sandbox may be told to refuse more than the service is known to refuse; all are off unless told. */
export interface Switches {
  /** Whether parameters and filters of a query that are not known are refused. */
  strict: boolean;
  /** Whether a model object of a name that another has within its domain is refused (docs/service.md#names). */
  uniqueNames: boolean;
}

export const NO_SWITCHES: Switches = { strict: false, uniqueNames: false };
