import { useEffect, useMemo, useRef } from 'preact/hooks';
import { svgOf } from '../drawings.js';
import { ElementDetails } from '../element/element-view.js';
import { useDrawing } from '../parts/picture.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

/** A diagram with pan and zoom; a click on an element opens its details beside it. */
export function DiagramView({ slug }: { slug: string }) {
  const { data, relations, route, theme, open } = useSite();
  const diagram = data.diagrams.find((it) => it.slug === slug);
  const loaded = useDrawing(slug);
  const drawing = loaded instanceof Error ? undefined : loaded;
  const svg = useMemo(() => (drawing ? svgOf(drawing, theme) : ''), [drawing, theme]);
  const canvas = useRef<HTMLElement>(null);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      const node = target instanceof Element && target.closest('[data-id]')?.getAttribute('data-id');
      const object = (node && drawing?.objects[node]) || '';
      open(hashOf('diagrams', slug, { ...route.state, object }), { replace: true });
    };
    const element = canvas.current;
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, [drawing, slug, route, open]);
  if (!diagram) return <main class="text">There is no diagram "{slug}".</main>;
  const selected = relations.object(route.state.object ?? '');
  return (
    <main class="diagram">
      <section ref={canvas} class="canvas" aria-label={diagram.name}>
        {/* The text is SVG written by archctl, in which all texts are escaped. */}
        <div dangerouslySetInnerHTML={{ __html: svg }} />
      </section>
      {selected && (
        <aside class="panel">
          <ElementDetails object={selected} />
        </aside>
      )}
    </main>
  );
}
