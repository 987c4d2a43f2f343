import { useCallback } from 'preact/hooks';
import { Canvas } from '../canvas/canvas.js';
import { DetailsPanel } from '../element/details-panel.js';
import { Breadcrumbs } from '../parts/breadcrumbs.js';
import { Html } from '../parts/html.js';
import { NotFound } from '../parts/not-found.js';
import { useDrawing } from '../parts/picture.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';
import { Legend, OverlayField, useOverlay } from './overlay.js';

/** A diagram with pan and zoom; a click on an element opens its details beside it, a double click its own diagram. */
export function DiagramView({ slug }: { slug: string }) {
  const { data, relations, route, open, setState } = useSite();
  const diagram = data.diagrams.find((it) => it.slug === slug);
  const loaded = useDrawing(diagram?.isDrawn ? slug : undefined);
  const drawing = loaded instanceof Error ? undefined : loaded;
  const { state } = route;
  const colours = useOverlay(state.colour, drawing);
  const select = useCallback((object: string) => setState({ object }), [setState]);
  const move = useCallback((at: string, was: string) => setState({ at }, { at: was }), [setState]);
  const drillDown = useCallback(
    (object: string) => {
      const inner = relations.opens(object).find((it) => it.slug !== slug);
      if (inner) open(hashOf('diagrams', inner.slug));
    },
    [relations, open, slug],
  );
  if (!diagram) return <NotFound kind="diagram" slug={slug} />;
  const selected = relations.object(state.object ?? '');
  const flows = relations.flowsOn(diagram.id);
  return (
    <main class="diagram">
      <header class="toolbar">
        <div class="title">
          <Breadcrumbs diagram={diagram} />
          <h1>{diagram.name}</h1>
        </div>
        {flows.map((it) => (
          <a key={it.id} class="chip" href={hashOf('flows', it.slug)}>
            ▶ {it.name}
          </a>
        ))}
        <OverlayField value={state.colour} onChange={(colour) => setState({ colour })} />
      </header>
      {colours && <Legend overlay={colours} />}
      <div class="stage">
        {drawing && (
          <Canvas
            label={diagram.name}
            drawing={drawing}
            restyle={colours?.restyle}
            selected={selected?.id}
            position={state.at}
            onMove={move}
            onSelect={select}
            onOpen={drillDown}
          />
        )}
        {diagram.isDrawn && !loaded && (
          <p class="empty" role="status">
            Loading…
          </p>
        )}
        {loaded instanceof Error && (
          <p class="empty" role="alert">
            {loaded.message}
          </p>
        )}
        {!diagram.isDrawn && <Undrawn ids={diagram.objects} />}
        {selected && <DetailsPanel object={selected} onClose={() => select('')} />}
      </div>
      {diagram.html !== undefined && !selected && (
        <footer class="caption-bar">
          <Html html={diagram.html} />
        </footer>
      )}
    </main>
  );
}

/** The elements of a diagram that is too large to draw. */
function Undrawn({ ids }: { ids: readonly string[] }) {
  const { relations } = useSite();
  const objects = ids.flatMap((it) => relations.object(it) ?? []);
  return (
    <section class="text">
      <p>
        This diagram is too large for a picture ({objects.length} elements). Explore one of its elements
        instead:
      </p>
      <ul class="columns">
        {objects.map((it) => (
          <li key={it.id}>
            <a href={hashOf('explore', it.slug)}>{it.name}</a> <small>{it.type}</small>
          </li>
        ))}
      </ul>
    </section>
  );
}
