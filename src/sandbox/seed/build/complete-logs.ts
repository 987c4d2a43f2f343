import { isObject } from '../../../base/is-object.js';
import type { Doc, Fields } from '../../../contract/doc.js';
import type { Kind } from '../../../contract/records.js';
import { type ContextReader, declaredContext, logContext } from '../../../contract/rules/log-context.js';
import { kindNamed } from '../../../contract/rules/names.js';
import { createProps } from '../../../contract/rules/props.js';
import type { SeedRecord } from './types.js';

const ACTION = /^(.+)-(create|update|delete|merge|view)$/;

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {});

/**
 * Completes log entries to the form that real requests write: the full body for a create, and a context with names for
 * every action. Handwritten values take precedence. Modifies the logs in place.
 */
export function completeLogs(records: readonly SeedRecord[], logs: readonly SeedRecord[]): void {
  const byName = new Map(records.map((it) => [`${it.kind} ${it.record.id}`, it.record]));
  const reader: ContextReader = {
    get: (kind, id) => byName.get(`${kind} ${id}`),
    byHandle: (kind, versionId, handleId) =>
      records.find(
        (it) => it.kind === kind && it.record.versionId === versionId && it.record.handleId === handleId,
      )?.record,
  };
  for (const { record } of logs) {
    const { id, type, props, context } = fieldsOf(record.action);
    const action = { id: String(id), type: String(type), props: fieldsOf(props) };
    const whole = exportEntry(record, action, reader) ?? changeEntry(action, reader);
    const named = declaredContext(action.type, { ...whole?.context, ...fieldsOf(context) });
    const body = whole ? whole.props : props;
    record.action = structuredClone({
      id,
      type,
      ...(body !== undefined && { props: body }),
      ...(Object.keys(named).length > 0 && { context: named }),
    });
  }
}

/** Log entry of a change, derived from the record in the seed. */
function changeEntry(
  { id, type, props }: { id: string; type: string; props: Fields },
  reader: ContextReader,
): { props: Fields | undefined; context: Fields } | undefined {
  const [, subject = '', verb] = ACTION.exec(type) ?? [];
  const kind = kindNamed(subject);
  const doc = kind && reader.get(kind, id);
  if (!kind || !doc) return undefined;
  if (kind === 'draftTask') {
    const draftName = reader.get('draft', String(doc.draftId))?.name;
    return { props: { task: doc.task, commit: doc.commit }, context: { draftName } };
  }
  const body = verb === 'create' ? originalProps(kind, doc, props) : props;
  const context = logContext(type, { kind, doc, props: body }, reader);
  if (type === 'landscape-create') return { props: undefined, context };
  if (verb === 'create') return { props: body, context };
  return { props: verb === 'update' ? props : undefined, context };
}

/** Create body with names and states as they were at the time, not as they are now. */
function originalProps(kind: Kind, doc: Doc, action: Fields): Fields {
  const props = createProps(kind, doc);
  const then = Object.entries(action).filter(([field]) => field in props);
  return { ...props, ...Object.fromEntries(then) };
}

const slug = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

/** Log entry of an export, in the form that the sandbox writes; undefined for other actions. */
function exportEntry(
  log: Doc,
  { id, type, props }: { id: string; type: string; props: Fields },
  reader: ContextReader,
): { props: Fields; context: Fields } | undefined {
  const diagram = type === 'diagram-export' ? reader.get('diagram', id) : undefined;
  const ids = Array.isArray(log.actionIds) ? log.actionIds.map(String) : [];
  const version = [diagram?.versionId, ...ids].flatMap((it) => reader.get('version', String(it)) ?? [])[0];
  const landscape = reader.get('landscape', String(log.landscapeId));
  if (!version || !landscape || !/-export$/.test(type)) return undefined;
  const versionId = version.id;
  const bucketPath = `exports/${log.id}`;
  if (diagram) {
    const { name, type: diagramType } = diagram;
    return {
      props: { filename: slug(name), bucketPath, options: props, versionId },
      context: { name, diagramName: name, diagramType, versionId, versionName: version.name },
    };
  }
  return {
    props:
      type === 'landscape-export'
        ? { filename: slug(landscape.name), bucketPath, ...props, versionId }
        : { type: 'csv', versionId },
    context: { landscapeName: landscape.name, versionName: version.name },
  };
}
