import type { Decision, Element, Model, PathPart, Place } from '../document/element.js';
import type { Because, Severity } from '../document/finding.js';
import type { Facts } from './facts.js';

/** A violation of a rule. */
export interface Problem {
  /** The problem, in one sentence. */
  message: string;
  /** How to fix it. */
  hint?: string | undefined;
  /** The element concerned; absent for problems of the whole document. */
  element?: Element | Decision;
  /**
   * The field concerned, for example `tags[0]`. Default, and fallback for a field that is not written: the first line
   * of the element.
   */
  at?: string | readonly PathPart[];
  /** The source location, for problems outside elements. */
  place?: Place | undefined;
  /** The decision that the rule enforces. */
  because?: Because | undefined;
}

/** A validation rule. */
export interface Rule {
  /** Name for `ignore`, for example `reference/unknown`. */
  name: string;
  /** Severity of its findings. */
  severity: Severity;
  /** The requirement, in one sentence. */
  about: string;
  /** Returns the findings of the rule. */
  check(model: Model, facts: Facts): Iterable<Problem>;
}

/** Longer ids are truncated in messages: they are usually misplaced text. */
const MAX_LENGTH = 60;

/** An id or a name for use in a message, truncated if long. */
export const truncate = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
