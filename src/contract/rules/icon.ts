import { isObject } from '../../base/is-object.js';
import type { Fields } from '../doc.js';
import type { RecordOf, RecordReader } from '../records.js';

const firstText = (value: unknown): string | undefined => {
  const [first] = [value].flat();
  return typeof first === 'string' ? first : undefined;
};

/** A technology as the icon of an object tells it: its name, and the addresses of its pictures that it has. */
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

/** Whether an icon, as `technologyIcon` makes it, has a picture. */
export const hasPicture = ({ url, urlLight, urlDark }: Fields): boolean =>
  [url, urlLight, urlDark].some((it) => it !== undefined);

/**
 * An icon as it is answered, whatever a body said of it besides the technology (docs/service.md#icon). One whose
 * technology is not there stays as it is: references are checked elsewhere.
 */
export function completedIcon(icon: unknown, records: RecordReader): unknown {
  const id = isObject(icon) ? icon.catalogTechnologyId : undefined;
  const technology = typeof id === 'string' ? records.get('catalogTechnology', id) : undefined;
  return technology ? technologyIcon(technology) : icon;
}
