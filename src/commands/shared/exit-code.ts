import { flag } from '../../cli/command/options.js';
import type { Outcome } from '../../cli/command/spec.js';

/** `--exit-code` of commands that compare: differences are a result, so they exit with code 0 by default. */
export const EXIT_CODE_OPTION = {
  exitCode: flag('Exit with code 8 if there are differences (default: exit with code 0)'),
};

/** Sentence about the exit code, for the help of these commands. */
export const EXIT_CODE_DETAILS =
  'Differences are not an error: the exit code is 0. With --exit-code it is 8 if there are differences, for scripts.';

/** Exit code of a comparison, as a part of its outcome. */
export const differenceExit = (
  differs: boolean,
  { exitCode }: { exitCode?: boolean | undefined },
): Pick<Outcome & { kind: 'list' }, 'exitAs'> => (differs && exitCode ? { exitAs: 'check' } : {});
