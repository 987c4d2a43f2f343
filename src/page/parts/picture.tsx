import { useEffect, useState } from 'preact/hooks';
import type { SiteDiagram, SiteDrawing } from '../../site/types.js';
import { loadDrawing, svgOf } from '../drawings.js';
import { useSite } from '../site.js';

/**
 * Loads the drawing of a diagram. Undefined while it is loading, and without a slug; an error if it cannot be loaded.
 */
export function useDrawing(slug: string | undefined): SiteDrawing | Error | undefined {
  const [drawing, setDrawing] = useState<SiteDrawing | Error>();
  useEffect(() => {
    let isCurrent = true;
    setDrawing(undefined);
    if (slug === undefined) return;
    loadDrawing(slug).then(
      (it) => isCurrent && setDrawing(it),
      (error: Error) => isCurrent && setDrawing(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [slug]);
  return drawing;
}

/** A small picture of a diagram in the current theme. Its space is reserved while it loads. */
export function Thumbnail({ diagram }: { diagram: SiteDiagram }) {
  const { theme } = useSite();
  const drawing = useDrawing(diagram.slug);
  const isDrawn = drawing !== undefined && !(drawing instanceof Error);
  return (
    <span
      class="thumbnail"
      // The text is SVG written by archctl, in which all texts are escaped.
      dangerouslySetInnerHTML={{ __html: isDrawn ? svgOf(drawing, theme) : '' }}
    />
  );
}
