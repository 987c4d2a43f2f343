import { drawingFile, urlOf } from '../site/addresses.js';
import type { SiteDrawing } from '../site/types.js';

/** Drawings of diagrams, loaded as scripts: pages from `file:` cannot read other files in any other way. */

const loaded = new Map<string, Promise<SiteDrawing>>();
const waiting = new Map<string, (drawing: SiteDrawing) => void>();
let currentVersion = 0;

/** Forgets the drawings of an earlier version of the site. */
export function startVersion(version: number): void {
  if (version === currentVersion) return;
  currentVersion = version;
  loaded.clear();
}

/** Called by the script of a drawing. */
export function receiveDrawing(slug: string, drawing: SiteDrawing): void {
  waiting.get(slug)?.(drawing);
  waiting.delete(slug);
}

/** Loads the drawing of a diagram once. Rejects if its script cannot be loaded. */
export function loadDrawing(slug: string): Promise<SiteDrawing> {
  const known = loaded.get(slug);
  if (known) return known;
  const loading = new Promise<SiteDrawing>((resolve, reject) => {
    waiting.set(slug, resolve);
    loadScript(urlOf(drawingFile(slug)), currentVersion).catch(() => {
      loaded.delete(slug);
      reject(new Error(`The picture "${slug}" cannot be loaded.`));
    });
  });
  loaded.set(slug, loading);
  return loading;
}

/** Loads a script of the site, which gives its content to the page. Rejects if it cannot be loaded. */
export function loadScript(path: string, version: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = version === 0 ? path : `${path}?v=${version}`;
    script.onload = () => {
      script.remove();
      resolve();
    };
    script.onerror = () => {
      script.remove();
      reject(new Error(`${path} cannot be loaded.`));
    };
    document.head.append(script);
  });
}
