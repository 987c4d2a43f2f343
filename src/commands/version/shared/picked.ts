import type { Context } from '../../../cli/command/spec.js';

/** Whether rows were asked for, in place of what people read. */
export function isPicked({ parsed }: Context): boolean {
  const { output, fields, query } = parsed.globals;
  return output !== undefined || fields !== undefined || query !== undefined;
}
