import type { SiteDecision, SiteDiagram, SiteFlow, SiteObject } from './types.js';

/** Kinds of pages, which are also the names of their folders. */
export type PageKind = 'objects' | 'diagrams' | 'flows' | 'decisions';

/** Anything with a page of its own. */
export type PageSubject = SiteObject | SiteDiagram | SiteFlow | SiteDecision;

/** Path of a static page, relative to the start page. */
export const pageFile = (kind: PageKind, slug: string): string => `${kind}/${slug}.html`;

/** Path of the picture of a diagram, relative to the start page. */
export const pictureFile = (slug: string): string => `pictures/${slug}.svg`;

/** Path of the script with the drawing of a diagram, relative to the start page. */
export const drawingFile = (slug: string): string => `drawings/${slug}.js`;

/** Path of the script with the worker of explored pictures. */
export const LAYOUT_FILE = 'layout.js';

/** Path of the script with the fonts of saved pictures. */
export const FONTS_FILE = 'fonts.js';

/** A relative file path as a URL reference. */
export const urlOf = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

/** Function of the page that the scripts of data call with their content. */
export const RECEIVE = 'archctlSite';
