import type { Context } from '../../../cli/command/spec.js';

/** Returns true if rows were requested with options, instead of text for people. */
export function requestsRows({ parsed }: Context): boolean {
  const { output, fields, query } = parsed.globals;
  return output !== undefined || fields !== undefined || query !== undefined;
}
