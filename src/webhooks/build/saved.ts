import type { HeaderList } from '../types.js';

/** A saved request, independent of the file format. */
export interface SavedRequest {
  method: string | null;
  /** Path or URL as saved. */
  target: string | null;
  headers: HeaderList;
  /** Null if only headers were saved, for example by `curl -v`. */
  body: Uint8Array | null;
}
