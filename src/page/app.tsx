import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { Theme } from '../drawing/scene/scene.js';
import { relationsOf } from '../site/relations.js';
import type { SiteData } from '../site/types.js';
import { DiagramView } from './diagram/diagram-view.js';
import { ElementView } from './element/element-view.js';
import { ExploreView } from './explore/explore-view.js';
import { FlowView } from './flow/flow-view.js';
import { ChangesView } from './lists/changes-view.js';
import { DecisionView } from './lists/decision-view.js';
import { FindingsView } from './lists/findings-view.js';
import { LiveBanner } from './live/live-banner.js';
import type { LiveStatus } from './live/live-client.js';
import { NotFound } from './parts/not-found.js';
import { hashOf, type Route, routeOf } from './route.js';
import { SearchDialog } from './search/search-dialog.js';
import { type Site, SiteContext } from './site.js';
import { StartView } from './start/start-view.js';
import { useTheme } from './theme.js';

/** The browser page: header, search and the view of the current address. */
export function App({ data, live }: { data: SiteData; live?: LiveStatus | undefined }) {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const [isSearching, setSearching] = useState(false);
  const { theme, toggleTheme } = useTheme();
  const relations = useMemo(() => relationsOf(data), [data]);

  // Before the first paint, so that no key is lost.
  useLayoutEffect(() => {
    const onHash = () => setRoute(routeOf(location.hash));
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setSearching((it) => !it);
    };
    addEventListener('hashchange', onHash);
    addEventListener('keydown', onKey);
    return () => {
      removeEventListener('hashchange', onHash);
      removeEventListener('keydown', onKey);
    };
  }, []);

  const { view, slug } = route;
  const setState = useCallback(
    (changes: Route['state'], from: Route['state'] = {}) => {
      const current = routeOf(location.hash);
      // A late change, for example of a position, does not undo a navigation.
      if (current.view !== view || current.slug !== slug) return;
      if (Object.entries(from).some(([key, value]) => (current.state[key] ?? '') !== value)) return;
      const hash = hashOf(view, slug, { ...current.state, ...changes });
      // Takes effect at once, unlike a navigation.
      history.replaceState(history.state, '', hash);
      setRoute(routeOf(hash));
    },
    [view, slug],
  );
  const site = useMemo(
    (): Site => ({ data, relations, route, theme, open, setState }),
    [data, relations, route, theme, setState],
  );
  const heading = headingOf(data, route);
  useEffect(() => {
    document.title = heading === undefined ? data.title : `${heading} · ${data.title}`;
  }, [data.title, heading]);
  useEffect(() => scrollTo(0, 0), [view, slug]);
  return (
    <SiteContext.Provider value={site}>
      <Header
        data={data}
        view={view}
        theme={theme}
        onTheme={toggleTheme}
        onSearch={() => setSearching(true)}
      />
      {live && <LiveBanner status={live} />}
      <View route={route} />
      {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
    </SiteContext.Provider>
  );
}

/** Name of what a view shows, for the title of the window. */
function headingOf(data: SiteData, { view, slug }: Route): string | undefined {
  const bySlug = <Item extends { slug: string }>(items: readonly Item[]) =>
    items.find((it) => it.slug === slug);
  switch (view) {
    case 'diagrams':
      return bySlug(data.diagrams)?.name;
    case 'objects':
      return bySlug(data.objects)?.name;
    case 'flows':
      return bySlug(data.flows)?.name;
    case 'decisions':
      return bySlug(data.decisions)?.title;
    default:
      return view === '' ? undefined : capitalised(view);
  }
}

const capitalised = (word: string): string => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;

const open: Site['open'] = (hash) => {
  location.hash = hash;
};

interface HeaderProps {
  data: SiteData;
  view: string;
  theme: Theme;
  onTheme: () => void;
  onSearch: () => void;
}

function Header({ data, view, theme, onTheme, onSearch }: HeaderProps) {
  const { title, changes, findings } = data;
  const links = [
    ['explore', 'Explore', undefined],
    ...(changes ? [['changes', 'Changes', changes.items.length] as const] : []),
    ['findings', 'Findings', findings.length],
  ] as const;
  return (
    <header class="bar">
      <a class="home" href={hashOf('')}>
        {title}
      </a>
      <nav class="views" aria-label="Views">
        {links.map(([id, name, count]) => (
          <a key={id} href={hashOf(id)} aria-current={view === id ? 'page' : undefined}>
            {name}
            {count !== undefined && count > 0 && <span class="badge">{count}</span>}
          </a>
        ))}
      </nav>
      <button type="button" class="search" onClick={onSearch}>
        <svg aria-hidden="true" class="lens" width="14" height="14" viewBox="0 0 14 14">
          <path d="M1.5 6a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M9.5 9.5l3.5 3.5" />
        </svg>{' '}
        Search <kbd>Ctrl K</kbd>
      </button>
      <button type="button" onClick={onTheme} aria-pressed={theme === 'dark'} title="Dark theme">
        Dark
      </button>
    </header>
  );
}

function View({ route }: { route: Route }) {
  switch (route.view) {
    case 'diagrams':
      return <DiagramView key={route.slug} slug={route.slug} />;
    case 'objects':
      return <ElementView key={route.slug} slug={route.slug} />;
    case 'flows':
      return <FlowView key={route.slug} slug={route.slug} />;
    case 'decisions':
      return <DecisionView key={route.slug} slug={route.slug} />;
    case 'explore':
      return <ExploreView slug={route.slug} />;
    case 'changes':
      return <ChangesView />;
    case 'findings':
      return <FindingsView />;
    case '':
      return <StartView />;
    default:
      return <NotFound kind="page" slug={route.view} />;
  }
}
