import { draftId } from '../data/drafts.js';
import { type Edition, entityId } from '../data/edition.js';
import type { SeedAction } from './log-build.js';
import { versionId } from './versions.js';

type Child = Omit<SeedAction, 'day'>;

/** Helpers to write actions on the records of an edition. */
export function actionBuilder(edition: Edition) {
  const of = (kind: string, key: string) => entityId(edition, kind, key);
  const version = (name: string) => versionId(edition.table.key, name);
  const object = (key: string, name: string, type: string, parent: string) => ({
    type: 'model-object-create',
    id: of('object', key),
    props: { name, type, parentId: of('object', parent) },
    related: [of('object', parent)],
  });
  const connection = (verb: string, origin: string, target: string, props: Record<string, unknown>) => ({
    type: `model-connection-${verb}`,
    id: of('connection', `${origin}>${target}`),
    props,
    related: [of('object', origin), of('object', target)],
  });
  const diagram = (type: string, key: string, props?: Record<string, unknown>) => ({
    type,
    id: of('diagram', key),
    ...(props && { props }),
  });
  const contentOf = (key: string): Child => ({
    ...diagram('diagram-content-create', key),
    by: 'tomas',
    importance: 'low',
  });
  const flow = (type: string, key: string, props?: Record<string, unknown>) => ({
    type,
    id: of('flow', key),
    ...(props && { props }),
  });
  const comment = (type: string, key: string, on: string, props?: Record<string, unknown>) => ({
    type,
    id: of('comment', key),
    ...(props && { props }),
    related: [of('diagram', on)],
  });
  const draft = (type: string, key: string, props?: Record<string, unknown>) => ({
    type,
    id: draftId(edition, key),
    ...(props && { props }),
  });
  const snapshot = (name: string, notes: string, day: number): SeedAction => ({
    type: 'version-create',
    id: version(name),
    by: 'ingrid',
    day,
    props: { name, notes, modelHandleId: null },
    importance: 'high',
    children: [
      {
        type: 'landscape-export',
        id: edition.landscapeId,
        by: 'service',
        props: { type: 'json' },
        related: [version(name)],
        importance: 'low',
      },
    ],
  });

  return { of, object, connection, diagram, contentOf, flow, comment, draft, snapshot };
}
