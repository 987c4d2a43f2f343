import type { Relations } from '../../site/relations.js';
import { hashOf } from '../route.js';

/** Address of the view of an element; a connection leads to its origin. Undefined without a view. */
export function elementAddress(
  relations: Relations,
  { kind, id = '' }: { kind?: string; id?: string },
): string | undefined {
  switch (kind) {
    case 'object':
      return addressOf('objects', relations.object(id));
    case 'connection':
      return addressOf('objects', relations.object(relations.connection(id)?.origin ?? ''));
    case 'diagram':
      return addressOf('diagrams', relations.diagram(id));
    case 'flow':
      return addressOf('flows', relations.flow(id));
    default:
      return undefined;
  }
}

const addressOf = (view: string, item: { slug: string } | undefined): string | undefined =>
  item && hashOf(view, item.slug);
