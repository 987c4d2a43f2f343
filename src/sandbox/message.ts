/** Header values by lowercase name, null if absent; repeated headers are joined with ", ". */
export interface HeaderReader {
  get(name: string): string | null;
}

/** Remote end of a connection; absent for in-process requests. */
export interface Peer {
  address: string | undefined;
}

/** A request, independent of the transport. */
export interface SandboxRequest {
  method: string;
  /** Parsed absolute URL. */
  url: URL;
  headers: HeaderReader;
  peer: Peer | undefined;
  /** Reads the body once; undefined if it has more than `maxBytes`. May stop reading when the signal aborts. */
  readBody(maxBytes: number, signal?: AbortSignal): Promise<Buffer | undefined>;
}

/** A handler result that is sent as a file instead of JSON. */
export class FileResponse {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: string | Uint8Array, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}
