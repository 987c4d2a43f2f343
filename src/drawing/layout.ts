import { layoutAutomatically } from './automatic-layout.js';
import type { Layout } from './placed.js';
import { layoutPlaced } from './placed-layout.js';
import type { Scene } from './scene.js';

/** Lays out a scene by its stored positions, or automatically if there are none. Deterministic. */
export async function layoutScene(scene: Scene): Promise<Layout> {
  return scene.nodes.some(({ place }) => place) ? layoutPlaced(scene) : layoutAutomatically(scene);
}
