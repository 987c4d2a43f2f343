import type { Fields } from '../../contract/doc.js';
import type { ModelObjectImport } from '../../contract/resources/landscape-import.js';
import { hasPicture, technologyIcon } from '../../contract/rules/icon.js';
import type { Call } from '../call.js';
import { invalid } from '../refusal.js';

/**
 * The icon of an entry as records have it: the technology's own (docs/service.md#imports). Left out it is none, and a
 * technology without an icon file lends none.
 * @throws Refusal `invalid` for a technology that is not there.
 */
export function iconOf({ services }: Call, icon: ModelObjectImport['icon']): Fields | null {
  if (icon === undefined || icon === null) return null;
  const technology = services.store.records.get('catalogTechnology', icon.technologyId);
  if (!technology) throw invalid([`icon.technologyId: there is no technology ${icon.technologyId}`]);
  const shown = technologyIcon(technology);
  return hasPicture(shown) ? shown : null;
}
