import { isObject } from '../../../base/is-object.js';

export interface LogRow {
  action?:
    | { id?: string | undefined; type?: string | undefined; props?: unknown; context?: unknown }
    | undefined;
}

/** Subject of an action: a name from its props or context, otherwise the id of the entity. */
export function subjectOf(row: LogRow): string {
  const { props, context, id: entityId = '' } = row.action ?? {};
  return textAt(props, 'name') ?? textAt(context, 'name') ?? fallbackName(props, context) ?? entityId;
}

/** Name of the subject; undefined for deleted entities without a name in the log. */
export function subjectInWords(row: LogRow): string | undefined {
  const subject = subjectOf(row);
  return subject === row.action?.id ? undefined : subject;
}

function textAt(value: unknown, field: string): string | undefined {
  const name = isObject(value) ? value[field] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** For an entity without a name: its content, or the name of its draft or landscape. */
const fallbackName = (props: unknown, context: unknown): string | undefined =>
  textAt(isObject(props) ? props.body : undefined, 'content') ??
  textAt(context, 'draftName') ??
  textAt(context, 'versionName') ??
  textAt(context, 'landscapeName');
