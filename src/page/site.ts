import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Theme } from '../drawing/scene/scene.js';
import type { Relations } from '../site/relations.js';
import type { SiteData } from '../site/types.js';
import type { Route } from './route.js';

/** Everything that the views of the page share. */
export interface Site {
  data: SiteData;
  relations: Relations;
  route: Route;
  theme: Theme;
  /** Opens an address of the page. */
  open(hash: string): void;
  /** Changes the state of the shown view if the address still has the values `from`, and keeps the history as it is. */
  setState(changes: Route['state'], from?: Route['state']): void;
}

export const SiteContext = createContext<Site | undefined>(undefined);

export function useSite(): Site {
  const site = useContext(SiteContext);
  if (!site) throw new Error('The view is outside of a site.');
  return site;
}
