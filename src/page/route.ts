/**
 * Addresses within the page, in the fragment: `#/diagrams/booking-apps?status=live`. They work from `file:` and inside a
 * frame, where the path of the document cannot change.
 */
export interface Route {
  /** First part of the address; empty for the start page. */
  view: string;
  slug: string;
  /** State of the view, for permalinks. */
  state: Readonly<Record<string, string>>;
}

export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [view = '', slug = ''] = path.split('/').map(decoded);
  return { view, slug, state: Object.fromEntries(new URLSearchParams(query)) };
}

/** The address of a route, beginning with `#`. Empty values are left out. */
export function hashOf(view: string, slug = '', state: Route['state'] = {}): string {
  const query = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== '')).toString();
  const path = [view, slug].filter((it) => it !== '').map(encodeURIComponent);
  return `#/${path.join('/')}${query === '' ? '' : `?${query}`}`;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
