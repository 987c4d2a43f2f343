import { svgToPng } from './png.js';
import type { Scene } from './scene/scene.js';
import { renderSvg } from './svg/svg.js';

/** Renders a flow without its list of steps, as a PNG of at most `width` pixels (default: 640). */
export async function renderFlowThumbnail(
  scene: Scene,
  { fontDir, width = 640 }: { fontDir: string; width?: number },
): Promise<Uint8Array> {
  const { flow, legend: _legend, ...picture } = scene;
  const subtitle = flow?.name ?? scene.subtitle;
  const { svg } = await renderSvg({ ...picture, ...(subtitle === undefined ? {} : { subtitle }) });
  return svgToPng(svg, { fontDir, maxWidth: width });
}
