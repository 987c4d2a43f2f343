import type { Element, Model, Place, Step } from '../document/element.js';
import type { Severity } from '../document/finding.js';
import type { Facts } from './facts.js';

/** Something that breaks a rule. */
export interface Problem {
  /** What is wrong, in one sentence. */
  message: string;
  /** What to do about it. */
  hint?: string | undefined;
  /** What it is about; without one it is about the document. */
  element?: Element;
  /** The part of the element it is told at: `tags[0]`; its first line unless told, or where it is not written. */
  at?: string | readonly Step[];
  /** Where it is, for what is no part of an element. */
  place?: Place | undefined;
}

/** What must hold of every model, or should. */
export interface Rule {
  /** How people name it in `ignore`: `reference/unknown`. */
  name: string;
  severity: Severity;
  /** What it wants, in one sentence. */
  about: string;
  check(model: Model, facts: Facts): Iterable<Problem>;
}

/** Longer ids are cut where they are told: they are no ids, but text in the wrong place. */
const LONGEST = 60;

/** An id or a name within a sentence. */
export const told = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
