import type { Context } from './spec.js';

/**
 * Whether a change is reported to a person as one line instead of a record: on a terminal, unless a format, fields or a
 * query select data.
 */
export function printsOneLine({ showsNames, parsed: { globals } }: Context): boolean {
  const { output, fields, quiet } = globals;
  return showsNames && output === undefined && fields === undefined && quiet !== true;
}
