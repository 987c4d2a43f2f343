import type { Context } from './spec.js';

/** Whether one line reports a change: on a terminal, unless a format, fields or a query select data. */
export function printsOneLine({ showsNames, parsed: { globals } }: Context): boolean {
  const { output, fields, quiet } = globals;
  return showsNames && output === undefined && fields === undefined && quiet !== true;
}
