import { isObject } from '../../base/is-object.js';
import type { Fields } from '../doc.js';
import type { RecordOf, RecordReader } from '../records.js';

const firstText = (value: unknown): string | undefined => {
  const [first] = [value].flat();
  return typeof first === 'string' ? first : undefined;
};

/** Icon fields of a technology: its name and the picture URLs it has. */
export function technologyIcon(technology: RecordOf<'catalogTechnology'>): Fields {
  const url = firstText(technology.iconUrl);
  const urlLight = firstText(technology.iconUrlLight);
  const urlDark = firstText(technology.iconUrlDark);
  return {
    catalogTechnologyId: technology.id,
    name: technology.name,
    ...(url !== undefined && { url }),
    ...(urlLight !== undefined && { urlLight }),
    ...(urlDark !== undefined && { urlDark }),
  };
}

/** Whether an icon returned by `technologyIcon` has a picture. */
export const hasPicture = ({ url, urlLight, urlDark }: Fields): boolean =>
  [url, urlLight, urlDark].some((it) => it !== undefined);

/**
 * The icon in responses: built from its technology, whatever else the body contains (docs/service.md#icon). An icon
 * with an unknown technology is returned unchanged, because references are checked elsewhere.
 */
export function completedIcon(icon: unknown, records: RecordReader): unknown {
  const id = isObject(icon) ? icon.catalogTechnologyId : undefined;
  const technology = typeof id === 'string' ? records.get('catalogTechnology', id) : undefined;
  return technology ? technologyIcon(technology) : icon;
}
