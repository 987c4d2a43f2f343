import type { ImpliedPairs } from '../implied-pairs.js';
import type { Landscape, Thing } from '../view/things.js';
import type { Identifiers } from './identifiers.js';

/** Shared state of the functions that write a workspace. */
export interface Workspace {
  landscape: Landscape;
  ids: Identifiers;
  /** A text on one line, with its quotes. */
  text: (text: string) => string;
  /** A text of several lines, likewise. */
  block: (text: string) => string;
  /** Names of elements, which differ where they must. */
  names: ReadonlyMap<Thing, string>;
  /** Elements that are in the workspace. */
  written: Set<Thing>;
  /** Groups and domains that are in the workspace. */
  grouped: Set<Thing>;
  /** Groups that are written inside an element. */
  inside: Set<Thing>;
}

/** Elements that have a relationship, written or implied. */
export type Pairs = ImpliedPairs<Thing>;
