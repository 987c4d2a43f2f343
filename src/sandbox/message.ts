/** Values of headers by their name in lower case, null where there is none; repeated ones are joined with ", ". */
export interface HeaderReader {
  get(name: string): string | null;
}

/** The other end of a connection. Requests from within this process have none. */
export interface Peer {
  address: string | undefined;
}

/** One request, whichever way it came. */
export interface Asked {
  method: string;
  /** The whole address, as it was understood. */
  url: URL;
  headers: HeaderReader;
  peer: Peer | undefined;
  /** The body, for one reader; undefined where it is larger than so many bytes, and no more than that is kept of it. */
  read(most: number): Promise<Buffer | undefined>;
}

/** What a handler answers in place of JSON. */
export class FileAnswer {
  readonly body: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;

  constructor(body: string | Uint8Array, headers: Readonly<Record<string, string>>) {
    this.body = body;
    this.headers = headers;
  }
}
