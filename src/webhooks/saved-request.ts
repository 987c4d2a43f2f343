import { ArchctlError } from '../errors.js';
import type { HeaderList } from './types.js';

export interface SavedRequest {
  method: string | null;
  /** Path or URL as saved. */
  target: string | null;
  headers: HeaderList;
  /** Null where only headers were saved, as by `curl -v`. */
  body: Uint8Array | null;
}

/**
 * A request as something saved it: raw HTTP, the output of `curl -v`, `--trace` or `--trace-ascii`, a HAR file, or
 * JSON with `headers` and `body`. Errors: `usage`.
 */
export function parseSavedRequest(_saved: Uint8Array): SavedRequest {
  throw new ArchctlError('unexpected', 'Not built yet.');
}

/** Value of a header by any case; repeated lines are joined with ", ". */
export function headerOf(headers: HeaderList, name: string): string | undefined {
  const lower = name.toLowerCase();
  const found = headers.filter(([it]) => it.toLowerCase() === lower).map(([, value]) => value);
  return found.length > 0 ? found.join(', ') : undefined;
}
