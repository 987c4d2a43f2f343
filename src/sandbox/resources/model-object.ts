import { modelObjects } from '../../contract/resources/model-object.js';
import { placeProblems } from '../../contract/rules/parents.js';
import type { FamilyHooks } from '../records/family.js';
import { familyHandlers } from '../records/family-handlers.js';

const hooks: FamilyHooks = {
  // An object belongs to the domain of its parent, so that nobody has to name it.
  complete: ({ call, doc }) => {
    const { records } = call.services.store;
    const parent = typeof doc.parentId === 'string' ? records.get('modelObject', doc.parentId) : undefined;
    return { ...doc, domainId: call.body.domainId ?? parent?.domainId ?? doc.domainId };
  },
  check: ({ call, doc, before }) => placeProblems({ doc, before, records: call.services.store.records }),
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
