import { useEffect, useState } from 'preact/hooks';
import type { Position, Size } from './viewport.js';

export interface MinimapProps {
  /** The picture as SVG. */
  svg: string;
  picture: Size;
  position: Position;
  visible: Size;
  /** Called with the point that is to be in the middle. */
  onMove(x: number, y: number): void;
}

const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;

/** The whole picture in a corner, with a frame around its visible part. For the mouse only: keys move the canvas itself. */
export function Minimap({ svg, picture, position, visible, onMove }: MinimapProps) {
  const address = useBlobAddress(svg);
  const { width, height } = picture;
  const move = (event: PointerEvent) => {
    const map = event.currentTarget as HTMLElement;
    if (event.type === 'pointerdown') map.setPointerCapture(event.pointerId);
    if (!map.hasPointerCapture(event.pointerId)) return;
    const rect = map.getBoundingClientRect();
    onMove(
      ((event.clientX - rect.left) / rect.width) * width,
      ((event.clientY - rect.top) / rect.height) * height,
    );
  };
  return (
    <div class="minimap" aria-hidden="true" onPointerDown={move} onPointerMove={move}>
      {address !== undefined && <img src={address} alt="" width={width} height={height} draggable={false} />}
      <span
        style={{
          left: percent(position.x - visible.width / 2, width),
          top: percent(position.y - visible.height / 2, height),
          width: percent(visible.width, width),
          height: percent(visible.height, height),
        }}
      />
    </div>
  );
}

/** A `blob:` address of a picture, so that its texts and ids are not twice in the document. */
function useBlobAddress(svg: string): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const created = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
    setAddress(created);
    return () => URL.revokeObjectURL(created);
  }, [svg]);
  return address;
}
