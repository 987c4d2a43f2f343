import { isObject } from '../../../base/is-object.js';

export interface LogRow {
  action?:
    | { id?: string | undefined; type?: string | undefined; props?: unknown; context?: unknown }
    | undefined;
}

/** What an action was about, in words where its props or context carry a name. */
export function subjectOf(row: LogRow): string {
  const { props, context, id: entity = '' } = row.action ?? {};
  return nameIn(props) ?? nameIn(context) ?? entity;
}

function nameIn(value: unknown): string | undefined {
  const name = isObject(value) ? value.name : undefined;
  return typeof name === 'string' ? name : undefined;
}
