import type { SiteDiagram, SiteObject } from '../../site/types.js';
import { Thumbnail } from '../parts/picture.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

/** The start page: diagrams, flows and the hierarchy of elements. */
export function StartView() {
  const { data, relations } = useSite();
  const { diagrams, flows, decisions } = data;
  return (
    <main class="start">
      <h1>{data.title}</h1>
      <p class="kind">
        {data.objects.length} elements · {data.connections.length} connections · {flows.length} flows
      </p>
      <section>
        <h2>Diagrams</h2>
        <div class="gallery">
          {diagrams
            .filter(({ width }) => width > 0)
            .map((it) => (
              <Tile key={it.id} diagram={it} />
            ))}
        </div>
      </section>
      {flows.length > 0 && (
        <section>
          <h2>Flows</h2>
          <ul>
            {flows.map((it) => (
              <li key={it.id}>
                <a href={hashOf('flows', it.slug)}>{it.name}</a>
              </li>
            ))}
          </ul>
        </section>
      )}
      {decisions.length > 0 && (
        <section>
          <h2>Decisions</h2>
          <ul>
            {decisions.map((it) => (
              <li key={it.id}>
                <a href={hashOf('decisions', it.slug)}>{it.title}</a> <small>{it.status}</small>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section>
        <h2>Elements</h2>
        <Tree objects={relations.children(undefined)} />
      </section>
    </main>
  );
}

function Tile({ diagram }: { diagram: SiteDiagram }) {
  return (
    <a class="tile" href={hashOf('diagrams', diagram.slug)}>
      <Thumbnail diagram={diagram} />
      <span>{diagram.name}</span>
    </a>
  );
}

function Tree({ objects }: { objects: readonly SiteObject[] }) {
  const { relations } = useSite();
  if (objects.length === 0) return null;
  return (
    <ul>
      {objects.map((it) => (
        <li key={it.id}>
          <a href={hashOf('objects', it.slug)}>{it.name}</a> <small>{it.type}</small>
          {it.caption !== undefined && <small> · {it.caption}</small>}
          <Tree objects={relations.children(it.id)} />
        </li>
      ))}
    </ul>
  );
}
