import type { Fields } from '../../contract/doc.js';
import type { ModelObjectImport } from '../../contract/resources/landscape-import.js';
import { hasPicture, technologyIcon } from '../../contract/rules/icon.js';
import type { Call } from '../call.js';
import { invalid } from '../refusal.js';

/**
 * Converts the icon of an entry to its stored form, with the technology's icon file (docs/service.md#imports). Null if
 * the icon is missing or the technology has no icon file.
 *
 * @throws Refusal `invalid` if the technology does not exist.
 */
export function iconOf({ services }: Call, icon: ModelObjectImport['icon']): Fields | null {
  if (icon === undefined || icon === null) return null;
  const technology = services.store.records.get('catalogTechnology', icon.technologyId);
  if (!technology) throw invalid([`icon.technologyId: the technology ${icon.technologyId} does not exist`]);
  const shown = technologyIcon(technology);
  return hasPicture(shown) ? shown : null;
}
