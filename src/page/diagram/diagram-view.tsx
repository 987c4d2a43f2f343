import { useCallback, useMemo, useState } from 'preact/hooks';
import { ElementDetails } from '../element/element-view.js';
import { NotFound } from '../parts/not-found.js';
import { useDrawing } from '../parts/picture.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';
import { Canvas } from './canvas.js';
import { exportPicture } from './export-picture.js';
import { Legend, OVERLAYS, type Overlay, overlayOf } from './overlay.js';

/** A diagram with pan and zoom; a click on an element opens its details beside it, a double click its own diagram. */
export function DiagramView({ slug }: { slug: string }) {
  const { data, relations, route, theme, open } = useSite();
  const diagram = data.diagrams.find((it) => it.slug === slug);
  const loaded = useDrawing(diagram && diagram.width > 0 ? slug : undefined);
  const drawing = loaded instanceof Error ? undefined : loaded;
  const { state } = route;
  const overlay = OVERLAYS.find((it) => it === state.colour);
  const colours = useMemo(
    () => (drawing && overlay ? overlayOf(overlay, drawing, relations) : undefined),
    [drawing, overlay, relations],
  );
  const setState = useCallback(
    (changes: Readonly<Record<string, string>>) =>
      open(hashOf('diagrams', slug, { ...state, ...changes }), { replace: true }),
    [open, slug, state],
  );
  const select = useCallback((object: string) => setState({ object }), [setState]);
  const drillDown = useCallback(
    (object: string) => {
      const [inner] = relations.opens(object);
      if (inner) open(hashOf('diagrams', inner.slug));
    },
    [relations, open],
  );
  const [failure, setFailure] = useState('');
  if (!diagram) return <NotFound kind="diagram" slug={slug} />;
  const selected = relations.object(state.object ?? '');
  const above = diagram.of === undefined ? [] : relations.ancestors(diagram.of);
  const save = (format: 'svg' | 'png') => {
    setFailure('');
    if (drawing)
      exportPicture(format, diagram.name, { drawing, theme, restyle: colours?.restyle }).catch(
        (error: Error) => setFailure(error.message),
      );
  };
  return (
    <main class="diagram">
      <header class="toolbar">
        <Breadcrumbs objects={above} />
        <h1>{diagram.name}</h1>
        <label>
          Colour by{' '}
          <select value={overlay ?? ''} onChange={(event) => setState({ colour: event.currentTarget.value })}>
            <option value="">type</option>
            {OVERLAYS.map((it: Overlay) => (
              <option key={it} value={it}>
                {it}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => save('svg')} disabled={!drawing}>
          SVG
        </button>
        <button type="button" onClick={() => save('png')} disabled={!drawing}>
          PNG
        </button>
      </header>
      {failure !== '' && <p role="alert">{failure}</p>}
      <div class="stage">
        {drawing && (
          <Canvas
            label={diagram.name}
            drawing={drawing}
            {...(colours && { restyle: colours.restyle })}
            {...(selected && { selected: selected.id })}
            onSelect={select}
            onOpen={drillDown}
          />
        )}
        {loaded instanceof Error && <p role="alert">{loaded.message}</p>}
        {diagram.width === 0 && <p class="text">This diagram is too large for a picture.</p>}
        {selected && (
          <aside class="panel" aria-label="Details">
            <button type="button" class="close" aria-label="Close details" onClick={() => select('')}>
              ×
            </button>
            <ElementDetails object={selected} />
          </aside>
        )}
      </div>
      {colours && <Legend overlay={colours} />}
    </main>
  );
}

/** Links to the diagrams above, outermost first. */
function Breadcrumbs({ objects }: { objects: readonly { id: string }[] }) {
  const { relations } = useSite();
  const diagrams = objects.flatMap(({ id }) => relations.opens(id).slice(0, 1));
  if (diagrams.length === 0) return null;
  return (
    <nav aria-label="Diagrams above">
      {diagrams.map((it) => (
        <span key={it.id}>
          <a href={hashOf('diagrams', it.slug)}>{it.name}</a> /{' '}
        </span>
      ))}
    </nav>
  );
}
