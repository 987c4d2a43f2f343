/**
 * Models as code, for programs: what `archctl model` does, without files and terminals.
 *
 * @example
 * ```ts
 * import { createClient, nodeTransport } from 'archctl';
 * import { applyModel, planModel, readModel, validate } from 'archctl/model';
 *
 * const files = [{ path: 'model.yaml', text }];
 * const read = readModel(files);
 * const findings = validate(files, read);
 * const path = { landscapeId: LANDSCAPE_ID, versionId: 'latest' };
 * const plan = await planModel(client, path, read.model, { prune: 'namespace', draft: 'Next quarter' });
 * await applyModel(client, path, read.model, plan);
 * ```
 * @module
 */

export { compareModels } from './compare/compare-models.js';
export type { Change, ChangeType, FieldChange } from './compare/diff.js';
export {
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementsOf,
  type Model,
  type Move,
  type Place,
  type Value,
} from './document/element.js';
export { type Finding, type Position, positions, type Severity } from './document/finding.js';
export { type ReadModel, readModel, type SourceFile } from './document/read.js';
export { type RewriteOptions, rewriteModel } from './document/rewrite.js';
export { type WriteOptions, writeModel } from './document/write.js';
export type { VersionPath } from './live/read-landscape.js';
export type {
  Cost,
  DraftOfPlan,
  Imports,
  Left,
  Plan,
  Prune,
  Step,
} from './plan/plan-types.js';
export { type ApplyModelOptions, applyModel } from './sync/apply-model.js';
export { type PlanAim, planModel } from './sync/plan-model.js';
export { type Pulled, pullModel } from './sync/pull-model.js';
export { ALL_RULES, type RuleFacts } from './validate/rules.js';
export { type Known, validate } from './validate/validate.js';
