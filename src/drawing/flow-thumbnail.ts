import { svgToPng } from './png.js';
import type { Scene } from './scene.js';
import { renderSvg } from './svg.js';

/** The picture of a flow without its list of steps, as a PNG `width` pixels wide at most (640 unless told). */
export async function renderFlowThumbnail(
  scene: Scene,
  { fontDir, width = 640 }: { fontDir: string; width?: number },
): Promise<Uint8Array> {
  const { flow, legend: _legend, ...picture } = scene;
  const subtitle = flow?.name ?? scene.subtitle;
  const { svg } = await renderSvg({ ...picture, ...(subtitle === undefined ? {} : { subtitle }) });
  return svgToPng(svg, { fontDir, maxWidth: width });
}
