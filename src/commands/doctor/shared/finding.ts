export interface Finding {
  check: string;
  status: 'ok' | 'warning' | 'failed' | 'skipped';
  message: string;
  hint?: string | undefined;
}

/** Result of a check, without its name. */
export type Verdict = Omit<Finding, 'check'>;
