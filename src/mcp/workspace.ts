import type { JsonObject } from '../base/json/json-object.js';
import type { Impact, ImpactChange } from '../contract/rules/impact-types.js';
import type { GraphRequest } from '../model/analysis/graph/select-graph.js';
import type { Change } from '../model/compare/diff.js';
import type { Element, Model } from '../model/document/element.js';
import type { ElementChange } from './changed-model.js';
import type { ModelView, Source } from './model-view.js';
import type { PlanStore } from './plan-store.js';

export interface PlanRequest {
  /** Elements of the landscape to create or change; default: everything in the model files. */
  changes?: readonly ElementChange[] | undefined;
  prune?: boolean | undefined;
  draft?: string | undefined;
  only?: readonly string[] | undefined;
}

/** Everything that tools need from outside: models, the service and files. Errors are `ArchctlError`s. */
export interface Workspace {
  /** In order of preference; the first is the default. */
  readonly sources: readonly [Source, ...Source[]];
  readonly canWrite: boolean;
  readonly plans: PlanStore;
  /** Reads a model. A landscape is read again after some seconds. @param drawn Whether diagram contents are needed. */
  model(source: Source | undefined, drawn?: boolean): Promise<ModelView>;
  /** Model document of a source, as YAML. */
  document(source: Source): Promise<string>;
  /** Effects of a change of an object on other records. */
  impact(view: ModelView, object: Element, change: ImpactChange): Promise<readonly Impact[]>;
  /** Differences between two models. Each side is a source, `live@VERSION`, `draft:NAME`, or `git:REF` for the files. */
  diff(before: string, after: string): Promise<{ before: Model; after: Model; changes: readonly Change[] }>;
  /** Findings of the built-in rules (files only) and of the rules file, if there is one. */
  findings(source: Source | undefined): Promise<readonly JsonObject[]>;
  /** Renders a diagram, or a part of the model, as PNG. */
  picture(
    view: ModelView,
    target: { diagram: Element } | { aim: GraphRequest; title: string },
  ): Promise<Uint8Array>;
  /** Makes a plan for the landscape, and stores it. Returns its id. */
  plan(request: PlanRequest): Promise<string>;
  /**
   * Applies a stored plan completely, and verifies the result. Errors: `usage` for a plan that deletes many records, unless
   * `allowDeletes` permits them.
   */
  apply(planId: string, allowDeletes?: number): Promise<JsonObject>;
  /** Resolves when no apply is in progress. */
  idle(): Promise<void>;
  /** Comments and drafts of the landscape that match a text. */
  notes(text: string, kinds: readonly string[]): Promise<readonly JsonObject[]>;
  /** Actions in the organization or the landscape, newest first. */
  logs(filter: LogFilter): Promise<LatestEntries>;
  /** Webhook events that were received on this machine, newest first. */
  events(filter: EventFilter): Promise<LatestEntries>;
  /** A received event with its body, by id or prefix. */
  event(id: string): Promise<JsonObject>;
}

/** The newest entries, and whether there are older ones. */
export interface LatestEntries {
  items: readonly JsonObject[];
  hasMore: boolean;
}

type Filter<Key extends string> = { limit: number } & { readonly [K in Key]?: string | undefined };
export type LogFilter = Filter<'since' | 'until' | 'type' | 'actor' | 'entity'>;
export type EventFilter = Filter<'since' | 'collection' | 'operation'>;
