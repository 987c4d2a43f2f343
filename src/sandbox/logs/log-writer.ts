import { linksOf } from '../../contract/rules/links.js';
import type { Call, Doc, Kind } from '../types.js';

type Importance = 'low' | 'medium' | 'high';
type Verb = 'create' | 'update' | 'delete';

/** What an entry says besides who and when. */
export interface LogFacts {
  type: string;
  /** Entity acted on. */
  id?: string;
  props?: unknown;
  context?: Record<string, unknown>;
  /** Ids of what else is concerned. */
  related?: readonly string[];
  importance?: Importance;
  /** Absent for what concerns the organization alone. */
  landscapeId?: string | undefined;
}

/** First part of the action types of a kind; kinds without one are not logged (service document, Action log). */
const PREFIX: Partial<Record<Kind, string>> = {
  comment: 'comment',
  commentReply: 'comment-reply',
  diagram: 'diagram',
  diagramContent: 'diagram-content',
  diagramGroup: 'diagram-group',
  domain: 'domain',
  draft: 'draft',
  flow: 'flow',
  landscape: 'landscape',
  modelConnection: 'model-connection',
  modelObject: 'model-object',
  tag: 'tag',
  tagGroup: 'tag-group',
  version: 'version',
};

const QUIET = new Set<Kind>(['comment', 'commentReply', 'diagramContent']);

/**
 * Writes the logs of one request. The first entry is the action that was asked for; every later one is what it
 * caused and has it as its parent (service document, Action log, `parentId`).
 */
export function logWriter(call: Call) {
  const { store, newId } = call.services;
  let rootId: string | null = null;
  const write = (facts: LogFacts): string => {
    const id = newId();
    const { key, now } = call;
    const { type, id: entityId, props, context, related = [], importance = 'medium', landscapeId } = facts;
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
          ...(context !== undefined && { context }),
        },
        actionIds: [...new Set([...(entityId === undefined ? [] : [entityId]), ...related])],
        importance,
        performedAt: now,
        performedBy: 'api-key',
        performedById: key.id,
        performedByName: key.name,
      },
    });
    rootId ??= id;
    return id;
  };
  return {
    write,
    /** Logs a create, update or delete of a record. */
    change(verb: Verb, kind: Kind, doc: Doc, props?: unknown): void {
      const prefix = PREFIX[kind];
      if (prefix === undefined) return;
      const links = linksOf(kind, doc);
      const scalar = links.filter((link) => link.path === link.field && link.field !== 'id');
      write({
        type: `${prefix}-${verb}`,
        id: doc.id,
        props,
        context: {
          ...(typeof doc.name === 'string' && { name: doc.name }),
          ...(typeof doc.handleId === 'string' && { handleId: doc.handleId }),
          ...(typeof doc.versionId === 'string' && { versionId: doc.versionId }),
          ...Object.fromEntries(scalar.map((link) => [link.field, link.id])),
        },
        related: links.map((link) => link.id),
        importance: verb === 'delete' ? 'high' : QUIET.has(kind) ? 'low' : 'medium',
        landscapeId: kind === 'landscape' ? doc.id : (doc.landscapeId as string | undefined),
      });
    },
  };
}
