import type { Call, Doc } from '../types.js';
import type { Draft, FamilyHooks } from './family.js';

/** Which types may be the parent of which (known answers, parent rules). */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  root: [],
  actor: ['root', 'group'],
  group: ['root', 'group'],
  system: ['root', 'group'],
  app: ['system'],
  store: ['system'],
  component: ['app', 'store'],
};

const typeOf = (doc: Doc | undefined): string => String(doc?.type);
const objectOf = (call: Call, id: unknown): Doc | undefined =>
  typeof id === 'string' ? call.services.store.records.get('modelObject', id) : undefined;

/** Known answers, Model object. */
export const modelObjectHooks: FamilyHooks = {
  kind: 'modelObject',
  defaults: () => ({
    domainId: undefined,
    external: false,
    status: 'live',
    groupIds: [],
    tagIds: [],
    teamIds: [],
    technologyIds: [],
    teamOnlyEditing: false,
    icon: null,
    links: {},
    linked: false,
    parentIds: [],
    childIds: [],
    childDiagramIds: [],
    diagrams: {},
    flows: {},
  }),
  // An object belongs to the domain of its parent, so that nobody has to name it.
  complete: ({ call, doc }) => {
    const parent = objectOf(call, doc.parentId);
    const given = call.body.domainId;
    return { ...doc, domainId: given ?? parent?.domainId ?? doc.domainId };
  },
  check: (draft) => [...parentProblems(draft), ...domainProblems(draft), ...groupProblems(draft)],
  deleted: (doc, gone) => ({
    commit: Number(doc.commit) + 1,
    deletedModelObjectIds: gone.filter((it) => it.kind === 'modelObject').map((it) => it.doc.id),
    deletedModelConnectionIds: gone.filter((it) => it.kind === 'modelConnection').map((it) => it.doc.id),
  }),
};

function parentProblems({ call, doc, before }: Draft): string[] {
  const type = typeOf(doc);
  const { parentId } = doc;
  if (type === 'root') return parentId === null ? [] : ['parentId: must be null for a root'];
  if (parentId === null) return [`parentId: is required for type ${type}; only a root has none`];
  const parent = objectOf(call, parentId);
  const allowed = PARENTS[type] ?? [];
  if (!allowed.includes(typeOf(parent))) {
    return [`parentId: type ${type} must be under ${allowed.join(' or ')}, not ${typeOf(parent)}`];
  }
  if (!before) return [];
  const above = (parent?.parentIds ?? []) as string[];
  if (parent?.id === doc.id || above.includes(doc.id)) {
    return ['parentId: is the object itself or one below it'];
  }
  const children = (before.childIds as string[]).map((id) => objectOf(call, id));
  const misfit = children.find((child) => child && !PARENTS[typeOf(child)]?.includes(type));
  return misfit
    ? [`type: ${type} cannot be the parent of ${misfit.id}, which is of type ${typeOf(misfit)}`]
    : [];
}

function domainProblems({ call, doc, before }: Draft): string[] {
  const { domainId } = doc;
  if (typeOf(doc) !== 'root') {
    const parent = objectOf(call, doc.parentId);
    return domainId === parent?.domainId ? [] : ["domainId: must be the parent's domain"];
  }
  if (typeof domainId !== 'string') return ['domainId: is required for a root'];
  const roots = call.services.store.records
    .incoming('domain', domainId)
    .filter((link) => link.id !== doc.id && typeOf(objectOf(call, link.id)) === 'root');
  return roots.length > 0 && !before ? ['domainId: this domain has a root already'] : [];
}

function groupProblems({ call, doc }: Draft): string[] {
  return ((doc.groupIds ?? []) as string[]).flatMap((id, at) =>
    typeOf(objectOf(call, id)) === 'group' ? [] : [`groupIds[${at}]: ${id} is not a group`],
  );
}
