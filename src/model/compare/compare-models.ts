import type { Model } from '../document/element.js';
import { type Change, diffModels } from './diff.js';
import { withMoves } from './moves.js';

/**
 * Everything that differs between two documents, or two models of landscapes, by kind. Elements go by their ids, and by
 * what `moved` of the second says; what is a default, and in which order things stand, is no difference.
 */
export const compareModels = (before: Model, after: Model): Change[] =>
  diffModels(withMoves(before, after), after);
