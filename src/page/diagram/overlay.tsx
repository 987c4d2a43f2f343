import { useMemo } from 'preact/hooks';
import type { Restyle } from '../../site/picture.js';
import type { Relations } from '../../site/relations.js';
import type { SiteDrawing, SiteObject } from '../../site/types.js';
import { SelectField } from '../parts/select-field.js';
import { useSite } from '../site.js';

/** Facts of elements that colours can show. */
const OVERLAYS = ['status', 'team', 'technology', 'tag'] as const;
type Overlay = (typeof OVERLAYS)[number];
const OPTIONS = Object.fromEntries([['', 'type'], ...OVERLAYS.map((it) => [it, it])]);

/** A recoloured drawing with its legend. */
interface Coloured {
  restyle: Restyle;
  entries: readonly { name: string; color: string }[];
}

/** Colour names of the drawing code, in the order of their use. */
const COLORS = ['blue', 'orange', 'green', 'purple', 'pink', 'yellow', 'beaver', 'dark-blue', 'red'];
const STATUS_COLORS: Readonly<Record<string, string>> = {
  live: 'green',
  future: 'blue',
  deprecated: 'orange',
  removed: 'red',
};
/** Values after the last colour share it. */
const OTHERS = 'Others';

/** The first value counts, because a box has one colour. */
const VALUE: Readonly<Record<Overlay, (object: SiteObject) => string | undefined>> = {
  status: ({ status }) => status,
  team: ({ teams }) => teams?.[0],
  technology: ({ technologies }) => technologies?.[0],
  tag: ({ tags }) => tags?.[0]?.name,
};

/** Colours for the boxes of a drawing. Values are sorted by frequency, then by name. */
function overlayOf(overlay: Overlay, drawing: SiteDrawing, relations: Relations): Coloured {
  const valueAt = (node: string): string | undefined => {
    const object = relations.object(drawing.objects[node] ?? '');
    return object && VALUE[overlay](object);
  };
  const counts = new Map<string, number>();
  for (const { id } of drawing.scene.nodes) {
    const value = valueAt(id);
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const values = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value);
  /** Statuses and tags have colours of their own. */
  const ownColor = (value: string): string | undefined => {
    if (overlay === 'status') return STATUS_COLORS[value] ?? 'grey';
    const found = Object.values(drawing.objects).flatMap((it) => relations.object(it)?.tags ?? []);
    return overlay === 'tag' ? found.find(({ name }) => name === value)?.color : undefined;
  };
  const colors = new Map(values.map((value, at) => [value, ownColor(value) ?? COLORS[at] ?? 'grey']));
  const named = values.slice(0, COLORS.length).map((name) => ({ name, color: colors.get(name) ?? 'grey' }));
  return {
    entries: [...named, ...(values.length > COLORS.length ? [{ name: OTHERS, color: 'grey' }] : [])],
    restyle: (scene) => ({
      ...scene,
      colored: true,
      nodes: scene.nodes.map((node) => {
        const color = colors.get(valueAt(node.id) ?? '');
        return color === undefined ? node : { ...node, accent: color };
      }),
    }),
  };
}

/** A drawing in the colours that an address names; undefined for other names, and without a drawing. */
export function useOverlay(name: string | undefined, drawing: SiteDrawing | undefined): Coloured | undefined {
  const { relations } = useSite();
  const overlay = OVERLAYS.find((it) => it === name);
  return useMemo(
    () => (drawing && overlay ? overlayOf(overlay, drawing, relations) : undefined),
    [drawing, overlay, relations],
  );
}

/** Chooses what the colours of a drawing show. */
export function OverlayField({
  value,
  onChange,
}: {
  value: string | undefined;
  onChange: (value: string) => void;
}) {
  const known = OVERLAYS.find((it) => it === value) ?? '';
  return <SelectField label="Colour by" options={OPTIONS} value={known} onChange={onChange} />;
}

/** Names of the colours of an overlay. */
export function Legend({ overlay }: { overlay: Coloured }) {
  return (
    <ul class="legend" aria-label="Legend">
      {overlay.entries.map(({ name, color }) => (
        <li key={name}>
          <span class={`swatch ${color}`} /> {name}
        </li>
      ))}
    </ul>
  );
}
