import { useEffect, useMemo, useState } from 'preact/hooks';
import type { Theme } from '../drawing/scene/scene.js';
import { relationsOf } from '../site/relations.js';
import type { SiteData } from '../site/types.js';
import { DiagramView } from './diagram/diagram-view.js';
import { ElementView } from './element/element-view.js';
import { FlowView } from './flow/flow-view.js';
import { ChangesView } from './lists/changes-view.js';
import { DecisionView } from './lists/decision-view.js';
import { FindingsView } from './lists/findings-view.js';
import { NotFound } from './parts/not-found.js';
import { hashOf, type Route, routeOf } from './route.js';
import { SearchDialog } from './search/search-dialog.js';
import { type Site, SiteContext } from './site.js';
import { StartView } from './start/start-view.js';
import { useTheme } from './theme.js';

/** The browser page: header, search and the view of the current address. */
export function App({ data }: { data: SiteData }) {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  const [isSearching, setSearching] = useState(false);
  const { theme, toggleTheme } = useTheme();
  const relations = useMemo(() => relationsOf(data), [data]);

  useEffect(() => {
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

  const site = useMemo(
    (): Site => ({ data, relations, route, theme, open }),
    [data, relations, route, theme],
  );
  useEffect(() => {
    const { title } = data;
    document.title = route.slug === '' ? title : `${route.slug} · ${title}`;
    scrollTo(0, 0);
  }, [data, route.view, route.slug]);
  return (
    <SiteContext.Provider value={site}>
      <Header
        title={data.title}
        hasChanges={data.changes !== undefined}
        theme={theme}
        onTheme={toggleTheme}
        onSearch={() => setSearching(true)}
      />
      <View route={route} />
      {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
    </SiteContext.Provider>
  );
}

const open: Site['open'] = (hash, { replace = false } = {}) => {
  if (replace) location.replace(hash);
  else location.hash = hash;
};

interface HeaderProps {
  title: string;
  hasChanges: boolean;
  theme: Theme;
  onTheme: () => void;
  onSearch: () => void;
}

function Header({ title, hasChanges, theme, onTheme, onSearch }: HeaderProps) {
  return (
    <header class="bar">
      <a class="home" href={hashOf('')}>
        {title}
      </a>
      {hasChanges && <a href={hashOf('changes')}>Changes</a>}
      <a href={hashOf('findings')}>Findings</a>
      <button type="button" class="search" onClick={onSearch}>
        Search <kbd>Ctrl K</kbd>
      </button>
      <button type="button" onClick={onTheme} aria-pressed={theme === 'dark'}>
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
