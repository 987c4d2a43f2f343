import type { SketchType } from '../../sketch.js';
import type { PlacedItem } from './picture.js';

/** Types of boundaries: by their content, or by their own words if the content leaves it open. */

interface ContentTypes {
  component: boolean;
  app: boolean;
  system: boolean;
  /** Types of nested boundaries, and whether their own word states them. */
  boundaries: Set<string>;
}

const NOTHING: ContentTypes = { component: false, app: false, system: false, boundaries: new Set() };

/** Types by item. Items are those of one picture, boundaries before their content. */
export function typesOf(items: readonly PlacedItem[]): Map<PlacedItem, SketchType> {
  const contents = new Map<PlacedItem, ContentTypes>();
  const types = new Map<PlacedItem, SketchType>();
  // Children follow their parents, so the reverse order computes the types of children first.
  for (const item of items.toReversed()) {
    const type = item.is === 'boundary' ? boundaryType(item, contents.get(item) ?? NOTHING) : item.is;
    types.set(item, type);
    if (item.parent) addType(contentOf(item.parent, contents), item, type);
  }
  const inside = new Map<PlacedItem, ReadonlySet<SketchType>>();
  const sorted = new Map<PlacedItem, SketchType>();
  for (const item of items) {
    const around = item.parent ? (inside.get(item.parent) ?? new Set<SketchType>()) : new Set<SketchType>();
    const type = typeWithin(item, types.get(item) ?? 'group', around);
    sorted.set(item, type);
    if (item.is === 'boundary' || item.is === 'store') {
      const is = type === 'store' ? 'app' : type;
      inside.set(item, around.has(is) ? around : new Set([...around, is]));
    }
  }
  return sorted;
}

function contentOf(parent: PlacedItem, contents: Map<PlacedItem, ContentTypes>): ContentTypes {
  const known = contents.get(parent) ?? { ...NOTHING, boundaries: new Set<string>() };
  contents.set(parent, known);
  return known;
}

function addType(around: ContentTypes, { is, keyword }: PlacedItem, type: SketchType): void {
  if (is === 'boundary') around.boundaries.add(keyword === 'plain' ? `plain ${type}` : type);
  else if (type === 'component') around.component = true;
  else if (type === 'app' || type === 'store') around.app = true;
  else around.system = true;
}

function boundaryType(
  { keyword, parent }: PlacedItem,
  { component, app, system, boundaries }: ContentTypes,
): SketchType {
  if (keyword === 'enterprise') return parent ? 'group' : 'domain';
  if (keyword === 'group') return 'group';
  if (component) return app && keyword !== 'container' ? 'system' : 'app';
  if (app) return system && keyword === 'plain' ? 'group' : 'system';
  if (keyword === 'container' && boundaries.has('plain app')) return 'app';
  if (boundaries.has('app') || boundaries.has('plain app')) return 'system';
  if (keyword === 'system' && boundaries.has('plain system') && !boundaries.has('system')) return 'system';
  if (system || boundaries.size > 0) return 'group';
  if (keyword === 'system') return 'system';
  return keyword === 'container' ? 'app' : 'group';
}

/** A part of a system cannot be a system, nor a part of an app an app. */
function typeWithin(item: PlacedItem, type: SketchType, around: ReadonlySet<SketchType>): SketchType {
  if (item.is === 'boundary') {
    if (type === 'system' && (around.has('system') || around.has('app'))) return 'group';
    return type === 'app' && around.has('app') ? 'group' : type;
  }
  if (!item.hasInferredType || type === 'actor') return type;
  if (around.has('app')) return 'component';
  return type === 'system' && around.has('system') ? 'app' : type;
}
