/** The database file was removed or replaced while the sandbox was running, so writes would be lost. */
export class StoreReplaced extends Error {
  readonly code = 'STORE_GONE';
}

/** Storage failures by SQLite or system error code, with the response that requests get. */
const FAULTS: readonly { codes: RegExp; status: number; code: string; what: string }[] = [
  { codes: /^(SQLITE_FULL|ENOSPC|EDQUOT)/, status: 507, code: 'storage/full', what: 'its disk is full' },
  {
    codes: /^STORE_GONE$/,
    status: 503,
    code: 'storage/gone',
    what: 'its data directory was removed or replaced, so it must be restarted',
  },
  {
    codes: /^SQLITE_(BUSY|LOCKED)/,
    status: 503,
    code: 'storage/busy',
    what: 'another program has locked its data',
  },
  {
    codes: /^(SQLITE_(IOERR|READONLY|CANTOPEN|CORRUPT|NOTADB|NOMEM|PROTOCOL|PERM|AUTH)|EROFS$)/,
    status: 503,
    code: 'storage/failed',
    what: 'its data cannot be read or written',
  },
];

/** The storage failure behind an error; undefined for any other error. */
export const faultOf = (error: unknown) => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? FAULTS.find(({ codes }) => codes.test(code)) : undefined;
};

/** Whether an error is a storage failure, and not caused by the request or by a defect of the sandbox. */
export const isStoreFault = (error: unknown): boolean => faultOf(error) !== undefined;

/** Minimum time between two reports, in milliseconds: a nearly full disk fails intermittently. */
const REPORT_INTERVAL = 60_000;

/** Reports a storage failure once when it begins and once when it ends, from requests and timers alike. */
export function storageFaultReporter(report: (message: string) => void, clock: () => Date) {
  let isFailing = false;
  let lastReport = Number.NEGATIVE_INFINITY;
  return {
    /** Records the error of a failed write. */
    failed(error: unknown): void {
      const at = clock().getTime();
      if (isFailing || at - lastReport < REPORT_INTERVAL) return;
      isFailing = true;
      lastReport = at;
      const fault = faultOf(error);
      const cause = fault?.what ?? (error instanceof Error ? error.message : String(error));
      const answers = fault
        ? ` Until this is resolved, it answers ${fault.status} to requests that change data.`
        : '';
      report(`The sandbox cannot store changes: ${cause}.${answers}`);
    },
    /** Records a successful write. */
    worked(): void {
      if (!isFailing) return;
      isFailing = false;
      report('The sandbox can store changes again.');
    },
  };
}

export type StorageFaultReporter = ReturnType<typeof storageFaultReporter>;
