/** One finding of `archctl doctor`. */
export interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  message: string;
  hint?: string | undefined;
}

/** What a check found, without its name. */
export type Verdict = Omit<Finding, 'check'>;
