import { objectPathText } from '../../../../model/document/containers.js';
import type { Model } from '../../../../model/document/element.js';

/** `Shop / API`; for a connection also its ends. */
export function elementPath(model: Model, element: { kind: string; id: string } | undefined): string {
  if (!element) return model.landscape ?? '';
  if (element.kind === 'object') return objectPathText(model, element.id);
  const found = model.elements.get(element.kind as 'connection' | 'domain')?.get(element.id);
  const name = String(found?.fields.name ?? element.id);
  if (element.kind !== 'connection') return name;
  const [origin, target] = [found?.fields.origin, found?.fields.target].map((it) =>
    objectPathText(model, String(it)),
  );
  return `${name} (${origin} → ${target})`;
}
