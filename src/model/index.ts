/**
 * Models as code, for programs: the functions of `archctl model`. They take and return texts of files, and use no terminal.
 *
 * Typical order: `readModel` reads the files of a document, `validate` checks them, `planModel` compares the document with
 * a landscape, `applyModel` performs the plan. `pullModel` and `writeModel` create files.
 *
 * @example
 * ```ts
 * import { readFile } from 'node:fs/promises';
 * import { clientFromEnv } from 'archctl';
 * import { applyModel, planModel, readModel } from 'archctl/model';
 *
 * const client = clientFromEnv();
 * const read = readModel([{ path: 'model.yaml', text: await readFile('model.yaml', 'utf8') }]);
 * const path = { landscapeId: 'LANDSCAPE_ID', versionId: 'latest' };
 * const plan = await planModel(client, path, read, { prune: 'namespace' });
 * await applyModel(client, plan);
 * await client.close();
 * ```
 * @module
 */

export { watchFiles } from '../base/files/watch-files.js';
export {
  type Graph,
  type GraphOptions,
  graphOf,
  type Walk,
  type WalkedStep,
  walk,
} from '../contract/rules/dependencies.js';
export {
  type Route,
  type RouteOptions,
  type Routes,
  routesBetween,
} from '../contract/rules/dependency-paths.js';
export type { Impact, ImpactChange } from '../contract/rules/impact-types.js';
export { citationRules } from './analysis/rules/citations.js';
export { customRules } from './analysis/rules/custom-rules.js';
export { type Citation, readRules, type Written, type WrittenValue } from './analysis/rules/read-rules.js';
export { rulesSchema } from './analysis/rules/schema.js';
export {
  type ConnectedObject,
  type Coupling,
  type MissingCount,
  type ModelStats,
  type ObjectSummary,
  statsOf,
  type TechnologyUse,
  type UseCount,
} from './analysis/stats.js';
export type { Change, ChangeType, FieldChange } from './compare/diff.js';
export { type Conflict, mergeModels, type Winner } from './compare/merge.js';
export {
  type MergedText,
  type MergeSides,
  type MergeTextsOptions,
  mergeTexts,
} from './compare/merge-texts.js';
export { compareModels } from './compare/moves.js';
export { IMPORT_FORMATS, type ImportFormat } from './dialects/by-format.js';
export { type Exported, type ExportedText, exportAs, type Wanted } from './dialects/export.js';
export { type Imported, type ImportOptions, importFrom } from './dialects/import.js';
export type { Include } from './dialects/readers.js';
export type { Level } from './dialects/view/view.js';
export type { Loss } from './dialects/write/losses.js';
export { EXPORT_FORMATS, type ExportFormat } from './dialects/writers.js';
export { decisionSchema } from './document/decision/schema.js';
export {
  type Decision,
  type DriftIgnore,
  ELEMENT_KINDS,
  type Element,
  type ElementKind,
  elementsOf,
  type Locked,
  type Model,
  type ModelKind,
  type Move,
  type OwnerRule,
  type Place,
  type Reference,
  type SourceLocation,
  type Value,
} from './document/element.js';
export { ElementFinder, elementsNamed, type Match } from './document/element-pattern.js';
export { type Because, type Finding, type Position, positions, type Severity } from './document/finding.js';
export { type RewriteOptions, rewriteModel } from './document/format/rewrite.js';
export { type ReadFiles, type ReadModel, readModel, type SourceFile } from './document/read.js';
export { documentSchema } from './document/schema.js';
export { type WriteOptions, writeModel } from './document/write.js';
export {
  type EditOptions,
  type MoveOptions,
  moveElement,
  type RenameOptions,
  removeElements,
  renameElement,
} from './edit/edit-files.js';
export type { VersionPath } from './live/read-landscape.js';
export { readLock } from './lock/lock-file.js';
export { withLock } from './lock/with-lock.js';
export type { DriftItem, DriftReport, ExpiredIgnore, IgnoredDrift } from './plan/drift.js';
export type { ModelPlan, PlannedDocument } from './plan/plan-document.js';
export type {
  Cost,
  Deletions,
  DraftOfPlan,
  ElementRef,
  Imports,
  KeptElement,
  Named,
  Plan,
  Prune,
  ReferenceChange,
  Selection,
  Step,
  Touch,
  UnselectedChange,
} from './plan/plan-types.js';
export { type AcceptDriftOptions, acceptDrift } from './sync/accept-drift.js';
export { type ApplyModelOptions, applyModel } from './sync/apply-model.js';
export {
  type ComparedVersions,
  compareVersions,
  type VersionChange,
  type VersionComparison,
} from './sync/compare-versions.js';
export { type DriftAim, driftModel } from './sync/drift-model.js';
export { idOf } from './sync/id-of.js';
export { type ImpactOptions, objectImpact } from './sync/impact.js';
export { type CurrentReferences, currentReferences, type LockOptions, lockModel } from './sync/lock-model.js';
export { type ObjectGraph, readObjectGraph } from './sync/object-graph.js';
export { type PlanAim, planModel } from './sync/plan-model.js';
export { type Pulled, type PullOptions, pullModel } from './sync/pull-model.js';
export type { Rule } from './validate/rule.js';
export { ALL_RULES, type RuleFacts } from './validate/rules.js';
export { check, type Known, validate } from './validate/validate.js';
