import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { pictureOf } from '../../site/picture.js';
import type { SiteDiagram, SiteDrawing } from '../../site/types.js';
import { loadDrawing } from '../drawings.js';
import { useSite } from '../site.js';

interface Loaded {
  slug: string | undefined;
  drawing: SiteDrawing | Error;
}

/**
 * Loads the drawing of a diagram. Undefined while it is loading, and without a slug; an error if it cannot be loaded. The
 * drawing of an earlier version stays until the next one has arrived.
 */
export function useDrawing(slug: string | undefined): SiteDrawing | Error | undefined {
  const { data } = useSite();
  const [loaded, setLoaded] = useState<Loaded>();
  useEffect(() => {
    let isCurrent = true;
    if (slug === undefined) return;
    const show = (drawing: SiteDrawing | Error) => isCurrent && setLoaded({ slug, drawing });
    loadDrawing(slug).then(show, show);
    return () => {
      isCurrent = false;
    };
  }, [slug, data]);
  return loaded && loaded.slug === slug ? loaded.drawing : undefined;
}

/** A small picture of a diagram in the current theme. It is loaded when it comes into view. */
export function Thumbnail({ diagram }: { diagram: SiteDiagram }) {
  const { theme } = useSite();
  const [isNear, setNear] = useState(false);
  const drawing = useDrawing(isNear ? diagram.slug : undefined);
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '200px' },
    );
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  const svg = useMemo(
    () => (drawing && !(drawing instanceof Error) ? pictureOf(drawing, theme).svg : ''),
    [drawing, theme],
  );
  // The text is SVG written by archctl, in which all texts are escaped.
  return (
    <span ref={element} class="thumbnail" aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
  );
}
