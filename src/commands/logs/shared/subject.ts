import { isObject } from '../../../base/is-object.js';

export interface LogRow {
  action?:
    | { id?: string | undefined; type?: string | undefined; props?: unknown; context?: unknown }
    | undefined;
}

/** What an action was about, in words where its props or context carry a name. */
export function subjectOf(row: LogRow): string {
  const { props, context, id: entity = '' } = row.action ?? {};
  return nameIn(props, 'name') ?? nameIn(context, 'name') ?? around(props, context) ?? entity;
}

/** The same in words only; undefined for what is gone and had no name in the log. */
export function subjectInWords(row: LogRow): string | undefined {
  const subject = subjectOf(row);
  return subject === row.action?.id ? undefined : subject;
}

function nameIn(value: unknown, field: string): string | undefined {
  const name = isObject(value) ? value[field] : undefined;
  return typeof name === 'string' && name !== '' ? name : undefined;
}

/** What has no name of its own goes by what it says, or by what it is a part of. */
const around = (props: unknown, context: unknown): string | undefined =>
  nameIn(isObject(props) ? props.body : undefined, 'content') ??
  nameIn(context, 'draftName') ??
  nameIn(context, 'landscapeName');
