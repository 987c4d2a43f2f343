import type { SiteDiagram, SiteObject } from '../../site/types.js';
import { elementAddress } from '../parts/element-address.js';
import { Thumbnail } from '../parts/picture.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

/** Maximum numbers of entries of lists that have a view of their own. */
const MAX_ENTRIES = 5;

/** The start page: counts, diagrams, domains with their elements, flows, decisions, changes and findings. */
export function StartView() {
  const { data, relations } = useSite();
  const { diagrams, flows, decisions, objects, connections, domains } = data;
  const isOverview = ({ type }: SiteDiagram) => type === 'level';
  const top = relations.children(undefined);
  const loose = top.filter(({ domain }) => domain === undefined);
  return (
    <main class="start">
      <header class="hero">
        <h1>{data.title}</h1>
        <ul class="counts" aria-label="Size of the model">
          <Count number={objects.length} one="element" />
          <Count number={connections.length} one="connection" />
          <Count number={diagrams.filter((it) => !isOverview(it)).length} one="diagram" />
          <Count number={flows.length} one="flow" />
          <Count number={decisions.length} one="decision" />
        </ul>
      </header>
      {objects.length === 0 && <p class="empty">This model has no elements yet.</p>}
      <Gallery title="Diagrams" diagrams={diagrams.filter((it) => !isOverview(it))} />
      <Gallery
        title="Levels"
        diagrams={diagrams.filter((it) => isOverview(it) && it.id !== data.changes?.picture)}
      />
      <div class="cards">
        <Changes />
        <Activity />
        <Findings />
        {flows.length > 0 && (
          <section class="card">
            <h2>Flows</h2>
            <ul>
              {flows.map((it) => (
                <li key={it.id}>
                  <a href={hashOf('flows', it.slug)}>{it.name}</a>{' '}
                  <small>{it.steps.filter(({ number }) => number !== undefined).length} steps</small>
                </li>
              ))}
            </ul>
          </section>
        )}
        {decisions.length > 0 && (
          <section class="card">
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
      </div>
      {objects.length > 0 && (
        <section>
          <h2>{domains.length > 0 ? 'Domains' : 'Elements'}</h2>
          <div class="domains">
            {domains.map(({ id, name }) => (
              <section key={id} class="card">
                <h3>{name}</h3>
                <Tree objects={top.filter(({ domain }) => domain === id)} />
              </section>
            ))}
            {loose.length > 0 && (
              <section class="card">
                {domains.length > 0 && <h3>Without a domain</h3>}
                <Tree objects={loose} />
              </section>
            )}
          </div>
        </section>
      )}
    </main>
  );
}

function Count({ number, one }: { number: number; one: string }) {
  if (number === 0) return null;
  return (
    <li>
      <b>{number}</b> {number === 1 ? one : `${one}s`}
    </li>
  );
}

function Gallery({ title, diagrams }: { title: string; diagrams: readonly SiteDiagram[] }) {
  if (diagrams.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <div class="gallery">
        {diagrams.map((it) => (
          <a key={it.id} class="tile" href={hashOf('diagrams', it.slug)}>
            {it.isDrawn ? <Thumbnail diagram={it} /> : <span class="thumbnail">Too large for a picture</span>}
            <span class="tile-name">
              {it.name}
              {it.group !== undefined && <small>{it.group}</small>}
            </span>
          </a>
        ))}
      </div>
    </section>
  );
}

function Changes() {
  const { data, relations } = useSite();
  const { changes } = data;
  if (!changes || changes.items.length === 0) return null;
  return (
    <section class="card">
      <h2>
        Recent changes <small>since {changes.against}</small>
      </h2>
      <ul>
        {changes.items.slice(0, MAX_ENTRIES).map((it) => {
          const address = it.change === 'removed' ? undefined : elementAddress(relations, it);
          return (
            <li key={`${it.kind} ${it.id}`} class="marked">
              <span class={`change ${it.change}`}>{it.change}</span>
              <span>
                {address === undefined ? it.name : <a href={address}>{it.name}</a>} <small>{it.kind}</small>
              </span>
            </li>
          );
        })}
      </ul>
      <p>
        <a href={hashOf('changes')}>All changes: {changes.items.length}</a>
      </p>
    </section>
  );
}

/** Latest changes of a landscape: who, what and when. */
function Activity() {
  const { data, relations } = useSite();
  const { activity = [] } = data;
  if (activity.length === 0) return null;
  return (
    <section class="card">
      <h2>Activity</h2>
      <ul>
        {activity.map((it) => {
          const address = elementAddress(relations, it);
          const day = new Date(it.at).toLocaleDateString(undefined, { dateStyle: 'medium' });
          return (
            <li key={`${it.at} ${it.name}`} class="marked">
              <span class={`change ${it.change}`}>{it.change}</span>
              <span>
                {address === undefined ? it.name : <a href={address}>{it.name}</a>}{' '}
                <small>
                  by {it.by}, <time dateTime={it.at}>{day}</time>
                </small>
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Findings() {
  const { data } = useSite();
  const { findings } = data;
  if (findings.length === 0) return null;
  return (
    <section class="card">
      <h2>Findings</h2>
      <ul>
        {findings.slice(0, MAX_ENTRIES).map((it) => (
          <li key={`${it.rule} ${it.place} ${it.message}`} class="marked">
            <span class={`severity ${it.severity}`}>{it.severity}</span>
            <span>{it.message}</span>
          </li>
        ))}
      </ul>
      <p>
        <a href={hashOf('findings')}>All findings: {findings.length}</a>
      </p>
    </section>
  );
}

function Tree({ objects }: { objects: readonly SiteObject[] }) {
  const { relations } = useSite();
  if (objects.length === 0) return null;
  return (
    <ul class="tree">
      {objects.map((it) => (
        <li key={it.id}>
          <span class={`dot ${it.type}`} />
          <a href={hashOf('objects', it.slug)}>{it.name}</a> <small>{it.caption ?? it.type}</small>
          <Tree objects={relations.children(it.id)} />
        </li>
      ))}
    </ul>
  );
}
