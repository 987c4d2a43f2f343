import { isObject } from '../../../base/is-object.js';

export interface LogRow {
  action?:
    | { id?: string | undefined; type?: string | undefined; props?: unknown; context?: unknown }
    | undefined;
}

/** Subject of an action, by name if its props or context contain one. */
export function subjectOf(row: LogRow): string {
  const { props, context, id: entity = '' } = row.action ?? {};
  return nameIn(props, 'name') ?? nameIn(context, 'name') ?? around(props, context) ?? entity;
}

/** Name of the subject; undefined for deleted entities without a name in the log. */
export function subjectInWords(row: LogRow): string | undefined {
  const subject = subjectOf(row);
  return subject === row.action?.id ? undefined : subject;
}

function nameIn(value: unknown, field: string): string | undefined {
  const name = isObject(value) ? value[field] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** Falls back to the content, or to the parent, of an entity without a name. */
const around = (props: unknown, context: unknown): string | undefined =>
  nameIn(isObject(props) ? props.body : undefined, 'content') ??
  nameIn(context, 'draftName') ??
  nameIn(context, 'landscapeName');
