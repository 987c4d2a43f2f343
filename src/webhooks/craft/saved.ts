import type { HeaderList } from '../types.js';

/** A request as something saved it, whatever the format it was saved in. */
export interface SavedRequest {
  method: string | null;
  /** Path or URL as saved. */
  target: string | null;
  headers: HeaderList;
  /** Null where only headers were saved, as by `curl -v`. */
  body: Uint8Array | null;
}
