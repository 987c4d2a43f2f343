/** The database file was removed or replaced under the sandbox: writes would go where nobody finds them. */
export class StoreGone extends Error {
  readonly code = 'STORE_GONE';
}

/** What the data directory does to requests, by the code of the error: SQLite's, or the system's. */
const FAULTS: readonly { codes: RegExp; status: number; code: string; what: string }[] = [
  { codes: /^(SQLITE_FULL|ENOSPC|EDQUOT)/, status: 507, code: 'storage/full', what: 'its disk is full' },
  {
    codes: /^STORE_GONE$/,
    status: 503,
    code: 'storage/gone',
    what: 'its data directory was removed or replaced, so it has to be started again',
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED)/,
    status: 503,
    code: 'storage/busy',
    what: 'another program holds its data',
  },
  {
    codes: /^(SQLITE_(IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL|PERM|AUTH)|EROFS$)/,
    status: 503,
    code: 'storage/failed',
    what: 'its data cannot be read or written',
  },
];

/** What the data directory did to a request; undefined for every other error. */
export const faultOf = (error: unknown) => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? FAULTS.find(({ codes }) => codes.test(code)) : undefined;
};

/** Whether an error is the data directory's, and no fault of the request or of the sandbox. */
export const isStoreFault = (error: unknown): boolean => faultOf(error) !== undefined;

/** At most one report in this time, in milliseconds: a disk that is nearly full fails now and then. */
const QUIET = 60_000;

/** Tells of trouble once when it begins and once when it is over, wherever it is met: in requests and in timers. */
export function troubleWatch(tell: (message: string) => void, clock: () => Date) {
  let told = false;
  let lastTold = Number.NEGATIVE_INFINITY;
  return {
    /** To be called with what made a write fail. */
    failed(error: unknown): void {
      const at = clock().getTime();
      if (told || at - lastTold < QUIET) return;
      told = true;
      lastTold = at;
      const fault = faultOf(error);
      const cause = fault?.what ?? (error instanceof Error ? error.message : String(error));
      const answers = fault
        ? ` Until that is over, it answers ${fault.status} to what would change something.`
        : '';
      tell(`The sandbox cannot keep what it is told: ${cause}.${answers}`);
    },
    /** To be called after every write. */
    worked(): void {
      if (!told) return;
      told = false;
      tell('The sandbox keeps what it is told again.');
    },
  };
}

export type TroubleWatch = ReturnType<typeof troubleWatch>;
