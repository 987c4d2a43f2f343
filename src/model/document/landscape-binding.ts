import { usageError } from '../../base/errors.js';
import type { Landscape } from '../../contract/resources/landscape.js';
import type { Model, SourceLocation } from './element.js';

/** The binding of a document to the landscape that its field `landscape` names. */

/** A landscape, as far as documents identify it. */
export type LandscapeKey = Pick<Landscape, 'id' | 'name'>;

/** Whether a name or id in a document is that of a landscape. */
export const namesLandscape = (named: string, { id, name }: LandscapeKey): boolean =>
  named === id || named === name;

/** The landscapes that a name or id in a document identifies: the one with the id, otherwise all with the name. */
export function landscapesNamed<T extends LandscapeKey>(named: string, all: readonly T[]): readonly T[] {
  const byId = all.filter(({ id }) => id === named);
  return byId.length > 0 ? byId : all.filter(({ name }) => name === named);
}

/** Whether a document names a landscape other than this one. A document without the field fits every landscape. */
export const isBoundElsewhere = ({ landscape }: Pick<Model, 'landscape'>, key: LandscapeKey): boolean =>
  landscape !== undefined && !namesLandscape(landscape, key);

/** ` (models/model.yaml:3:12)`; empty without a location. */
export const locationText = (at: SourceLocation | undefined): string =>
  at === undefined ? '' : ` (${at.file}:${at.line}:${at.column})`;

/** `The document names the landscape "Ferry Platform" (models/model.yaml:3:12)`. */
export const bindingText = ({
  landscape,
  landscapePosition,
}: Pick<Model, 'landscape' | 'landscapePosition'>): string =>
  `The document names the landscape "${landscape ?? ''}"${locationText(landscapePosition)}`;

/** Errors: `usage` for a document that names another landscape. @param isAllowed Whether the caller confirmed it. */
export function refuseOtherLandscape(
  model: Pick<Model, 'landscape' | 'landscapePosition'>,
  key: LandscapeKey,
  isAllowed = false,
): void {
  if (isAllowed || !isBoundElsewhere(model, key)) return;
  throw usageError(`${bindingText(model)}, not "${key.name}".`, {
    hint: `Use the landscape of the document, or \`otherLandscape\` to use "${key.name}" anyway.`,
  });
}
