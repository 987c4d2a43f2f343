import type { JsonObject } from '../../base/json/json-object.js';
import { columnValue } from '../../terminal/fields.js';
import type { Column } from '../../terminal/types.js';
import type { Context } from './spec.js';

/** Columns of a record; for a person, without counts that are zero, unless `--wide` or `--fields` asks for them. */
export function withoutZeros(
  { showsNames, parsed: { globals } }: Context,
  columns: readonly Column[],
  record: JsonObject,
): readonly Column[] {
  const showsAll = !showsNames || globals.wide === true || globals.fields !== undefined;
  return showsAll ? columns : columns.filter((column) => columnValue(column, record) !== 0);
}
