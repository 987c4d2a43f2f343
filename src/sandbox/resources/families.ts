import { FAMILIES } from '../../contract/families.js';
import type { Handlers } from '../types.js';
import { diagramHooks } from './diagrams.js';
import type { FamilyHooks } from './family.js';
import { familyHandlers } from './family-handlers.js';
import { flowHooks } from './flows.js';
import { modelObjectHooks } from './model-objects.js';
import {
  commentHooks,
  diagramGroupHooks,
  domainHooks,
  draftHooks,
  modelConnectionHooks,
  tagGroupHooks,
  tagHooks,
} from './other-families.js';

const HOOKS: Readonly<Record<(typeof FAMILIES)[number]['shape']['singular'], FamilyHooks>> = {
  modelObject: modelObjectHooks,
  modelConnection: modelConnectionHooks,
  diagram: diagramHooks,
  diagramGroup: diagramGroupHooks,
  flow: flowHooks,
  tagGroup: tagGroupHooks,
  tag: tagHooks,
  domain: domainHooks,
  draft: draftHooks,
  comment: commentHooks,
};

/** Handlers of all families of versioned records, by operation id. */
export const FAMILY_HANDLERS: Handlers = Object.assign(
  {},
  ...FAMILIES.map((family) => familyHandlers(family, HOOKS[family.shape.singular])),
) as Handlers;
