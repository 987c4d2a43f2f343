import { type Doc, dashed } from '../../contract/doc.js';
import { type Kind, recordOf } from '../../contract/records.js';
import { linksOf } from '../../contract/rules/links.js';
import { declaredContext, logContext } from '../../contract/rules/log-context.js';
import { createProps } from '../../contract/rules/props.js';
import type { Action } from '../services.js';

type Importance = 'low' | 'medium' | 'high';
type Verb = 'create' | 'update' | 'delete';

/** Fields of a log entry other than actor and time. */
export interface LogFacts {
  type: string;
  /** Id of the changed entity. */
  id?: string;
  props?: unknown;
  context?: Record<string, unknown>;
  /** Ids of other affected entities. */
  related?: readonly string[];
  importance?: Importance;
  /** Absent if only the organization is affected. */
  landscapeId?: string | undefined;
}

/**
 * Writes the logs of one request. The first entry is the requested action; later entries are its consequences and have
 * it as their parent (docs/service.md#action-log, `parentId`).
 */
export function logWriter({ services, key, now }: Action) {
  const { store, newId } = services;
  let rootId: string | null = null;
  const write = (facts: LogFacts): string => {
    const id = newId();
    const { type, id: entityId, props, related = [], importance = 'medium', landscapeId } = facts;
    const context = declaredContext(type, facts.context ?? {});
    store.logs.add({
      organizationId: key.organizationId,
      doc: {
        id,
        ...(landscapeId !== undefined && { landscapeId }),
        parentId: rootId,
        action: {
          ...(entityId !== undefined && { id: entityId }),
          type,
          ...(props !== undefined && { props }),
          ...(Object.keys(context).length > 0 && { context }),
        },
        actionIds: [...new Set([...(entityId === undefined ? [] : [entityId]), ...related])],
        importance,
        performedAt: now,
        performedBy: key.actor.by,
        performedById: key.actor.id,
        performedByName: key.actor.name,
      },
    });
    rootId ??= id;
    return id;
  };
  return {
    write,
    /**
     * Logs the create, update or delete of a record; some kinds are not logged. A create that results from another
     * request logs the same fields as a direct one.
     */
    change(verb: Verb, kind: Kind, doc: Doc, props?: unknown): void {
      const { logged } = recordOf(kind);
      if (logged === undefined) return;
      const type = `${dashed(kind)}-${verb}`;
      const body = props ?? (verb === 'create' ? createProps(kind, doc) : undefined);
      write({
        type,
        id: doc.id,
        // The creation of a landscape is logged without its body.
        props: type === 'landscape-create' ? undefined : body,
        context: logContext(type, { kind, doc, props: body }, store.records),
        related: linksOf(kind, doc).map((link) => link.id),
        importance: verb === 'delete' ? 'high' : logged,
        landscapeId: landscapeOf(kind, doc),
      });
    },
  };
}

function landscapeOf(kind: Kind, { id, landscapeId }: Doc): string | undefined {
  if (kind === 'landscape') return id;
  return typeof landscapeId === 'string' ? landscapeId : undefined;
}
