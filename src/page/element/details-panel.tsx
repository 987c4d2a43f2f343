import type { SiteObject } from '../../site/types.js';
import { ElementDetails } from './element-view.js';

/** Details of the selected element, beside a picture. */
export function DetailsPanel({ object, onClose }: { object: SiteObject; onClose: () => void }) {
  return (
    <aside class="panel" aria-label="Details">
      <button type="button" class="close" aria-label="Close details" onClick={onClose}>
        ×
      </button>
      <ElementDetails object={object} />
    </aside>
  );
}
