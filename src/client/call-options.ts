import { COUNT, MILLISECONDS, type OptionTypes, SIGNAL, TEXT_MAP } from '../base/check-options.js';
import type { CallOptions } from './client-types.js';

/** Types of the options of each call. */
export const CALL_OPTIONS: OptionTypes<CallOptions> = {
  headers: TEXT_MAP,
  signal: SIGNAL,
  timeoutMs: MILLISECONDS,
  retries: COUNT,
};
