import type { Fields } from '../../contract/doc.js';
import type { ModelObjectImport } from '../../contract/resources/landscape-import.js';
import type { Call } from '../call.js';
import { invalid } from '../refusal.js';

const firstText = (value: unknown): string | undefined => {
  const [first] = [value].flat();
  return typeof first === 'string' ? first : undefined;
};

/**
 * The icon of an entry as records have it: the technology's own (docs/service.md#imports). Left out it is none, and a
 * technology without an icon file lends none.
 * @throws Refusal `invalid` for a technology that is not there.
 */
export function iconOf({ services }: Call, icon: ModelObjectImport['icon']): Fields | null {
  if (icon === undefined || icon === null) return null;
  const technology = services.store.records.get('catalogTechnology', icon.technologyId);
  if (!technology) throw invalid([`icon.technologyId: there is no technology ${icon.technologyId}`]);
  const [url, urlLight, urlDark] = [technology.iconUrl, technology.iconUrlLight, technology.iconUrlDark].map(
    firstText,
  );
  if (url === undefined && urlLight === undefined && urlDark === undefined) return null;
  return {
    catalogTechnologyId: technology.id,
    name: technology.name,
    ...(url !== undefined && { url }),
    ...(urlLight !== undefined && { urlLight }),
    ...(urlDark !== undefined && { urlDark }),
  };
}
