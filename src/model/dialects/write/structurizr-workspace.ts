import type { ImpliedPairs } from '../implied-pairs.js';
import type { Landscape, Thing } from '../view/things.js';
import type { Identifiers } from './identifiers.js';

/** Shared state of the functions that write a workspace. */
export interface Workspace {
  landscape: Landscape;
  ids: Identifiers;
  /** Quotes a text on one line. */
  text: (text: string) => string;
  /** Quotes a text of several lines. */
  block: (text: string) => string;
  /** Unique names of elements. */
  names: ReadonlyMap<Thing, string>;
  /** Elements in the workspace. */
  written: Set<Thing>;
  /** Groups and domains in the workspace. */
  grouped: Set<Thing>;
  /** Groups inside an element. */
  inside: Set<Thing>;
}

/** Pairs of elements with a relationship, written or implied. */
export type Pairs = ImpliedPairs<Thing>;
