import type { Model } from '../document/element.js';
import { type Change, diffModels } from './diff.js';
import { withMoves } from './moves.js';

/**
 * Differences between two documents or landscape models, by kind. Elements are matched by id and by the `moved` entries
 * of the second model. Defaults and order do not count as differences.
 */
export const compareModels = (before: Model, after: Model): Change[] =>
  diffModels(withMoves(before, after), after);
