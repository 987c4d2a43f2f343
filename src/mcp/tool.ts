import type { JsonObject } from '../base/json/json-object.js';
import { type AnyObject, type InputOf, type ObjectSchema, z } from './schema.js';
import type { Workspace } from './workspace.js';

/** A tool for agents as a typed value; the server, the documentation and the tests read one registry of them. */

/** Requirement of a tool; without it, the tool is not offered. */
export type ToolRequirement = 'live' | 'write';

/** Facts that are the same for every page of an answer. */
type Facts = Readonly<JsonObject>;

/**
 * Answer of a tool: data with names instead of ids. Lists and texts are returned in pages, records are shortened; both
 * list what was cut.
 */
export type Answer =
  | {
      kind: 'list';
      items: readonly JsonObject[];
      facts?: Facts;
      /** Receives the range of items that a page contains. */
      onPage?: (from: number, to: number) => void;
    }
  | { kind: 'record'; record: JsonObject }
  | { kind: 'text'; text: string; facts?: Facts }
  | { kind: 'picture'; png: Uint8Array; facts?: Facts };

export interface ToolSpec<S extends ObjectSchema = ObjectSchema> {
  name: string;
  title: string;
  /** One to three sentences for the agent. Never contains texts of a model. */
  description: string;
  input: S;
  /** Whether it changes the landscape (default: false). */
  changes?: boolean;
  needs?: ToolRequirement;
  run(workspace: Workspace, input: InputOf<S>): Promise<Answer>;
}

/** A tool of any input, as stored in the registry; its input was parsed by its own schema. */
export interface AnyTool extends Omit<ToolSpec, 'run'> {
  run(workspace: Workspace, input: AnyObject): Promise<Answer>;
}

/** Inputs that every tool accepts. */
const COMMON = {
  maxTokens: z.optional(z.int().check(z.gte(200), z.lte(50_000))),
  cursor: z.optional(z.string()),
};
export type CommonInput = { maxTokens?: number | undefined; cursor?: string | undefined };

/** Declares a tool, keeping the exact type of its input. */
export function tool<S extends ObjectSchema>(spec: ToolSpec<S>): AnyTool {
  return {
    ...spec,
    input: z.strictObject({ ...spec.input.shape, ...COMMON }),
    // The input was parsed by this schema.
    run: (workspace, input) => spec.run(workspace, input as InputOf<S>),
  };
}
