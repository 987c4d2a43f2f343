import { modelObjects } from '../../contract/resources/model-object.js';
import { completedLinks, linkProblems } from '../../contract/rules/entries.js';
import { completedIcon } from '../../contract/rules/icon.js';
import { placeProblems } from '../../contract/rules/parents.js';
import { namesake } from '../../contract/rules/unique-names.js';
import type { FamilyHooks, Pending } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';
import { conflict } from '../refusal.js';

/** @throws Refusal `conflict` if names must be unique and another object has this name (docs/service.md#names). */
function checkName({ call, doc, before }: Pending): void {
  const { store, switches } = call.services;
  const other = switches.uniqueNames ? namesake({ doc, before, records: store.records }) : undefined;
  if (!other) return;
  throw conflict(
    `The name ${String(doc.name)} is already used by ${other.id} in the same domain.`,
    'name-taken',
  );
}

const hooks: FamilyHooks = {
  // Sets the domain to that of the parent, so that requests need not include it.
  complete: ({ call, doc, before }) => {
    const { records } = call.services.store;
    const parent = typeof doc.parentId === 'string' ? records.get('modelObject', doc.parentId) : undefined;
    const domainId = call.body.domainId ?? parent?.domainId ?? before?.domainId ?? doc.domainId;
    return { ...doc, domainId, icon: completedIcon(doc.icon, records), links: completedLinks(doc.links) };
  },
  check: (pending) => {
    const { call, doc, before } = pending;
    const { records } = call.services.store;
    const problems = [...placeProblems({ doc, before, records }), ...linkProblems(doc)];
    if (problems.length === 0) checkName(pending);
    return problems;
  },
  keeps: ({ type }) =>
    type === 'root'
      ? 'modelObjectId: is the root of its domain and can only be deleted with the domain'
      : undefined,
  deleted: (doc, gone) => {
    const ids = (kind: string) => gone.filter((it) => it.kind === kind).map((it) => it.doc.id);
    return {
      commit: Number(doc.commit) + 1,
      deletedModelObjectIds: ids('modelObject'),
      deletedModelConnectionIds: ids('modelConnection'),
    };
  },
};

/** docs/service.md#model-object. */
export const handlers = familyHandlers(modelObjects, hooks);
