import type { ComponentChildren } from 'preact';
import type { SiteConnection, SiteObject } from '../../site/types.js';
import { Html } from '../parts/html.js';
import { NotFound } from '../parts/not-found.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';
import { Impact } from './impact.js';

export function ElementView({ slug }: { slug: string }) {
  const { data } = useSite();
  const object = data.objects.find((it) => it.slug === slug);
  if (!object) return <NotFound kind="element" slug={slug} />;
  return (
    <main class="text">
      <ElementDetails object={object} />
    </main>
  );
}

/** Facts, description and relations of an element; used by its page and by the panel of a diagram. */
export function ElementDetails({ object }: { object: SiteObject }) {
  const { data, relations } = useSite();
  const { id, technologies = [], tags = [], teams = [], links = [] } = object;
  const opens = relations.opens(id);
  const shownOn = relations.shownOn(id).filter(({ type }) => type !== 'level');
  const children = relations.children(id);
  return (
    <article class="details">
      <nav class="breadcrumbs" aria-label="Path">
        {relations.ancestors(id).map((it, at) => (
          <span key={it.id}>
            {at > 0 && <span aria-hidden="true"> / </span>}
            <a href={hashOf('objects', it.slug)}>{it.name}</a>
          </span>
        ))}
      </nav>
      <h1>
        <span class={`dot ${object.type}`} />
        <a href={hashOf('objects', object.slug)}>{object.name}</a>
      </h1>
      <p class="kind">
        {object.type}
        {object.isExternal ? ' · external' : ''}
        {object.status !== 'live' && <span class={`chip ${object.status}`}>{object.status}</span>}
      </p>
      {object.caption !== undefined && <p class="lead">{object.caption}</p>}
      <p class="actions">
        {opens.map((it) => (
          <a key={it.id} class="button" href={hashOf('diagrams', it.slug)}>
            Open {it.name}
          </a>
        ))}
        <a class="button" href={hashOf('explore', object.slug)}>
          Explore
        </a>
      </p>
      <Html html={object.html} />
      <dl class="facts">
        <Fact label="Domain">{data.domains.find((it) => it.id === object.domain)?.name}</Fact>
        <Fact label="Technologies">{technologies.join(', ')}</Fact>
        <Fact label="Tags">
          {tags.map(({ name, color = 'grey' }) => (
            <span key={name} class="chip">
              <span class={`swatch ${color}`} />
              {name}
            </span>
          ))}
        </Fact>
        <Fact label="Teams">{teams.join(', ')}</Fact>
        <Fact label="Links">
          {links.map(({ url, name }) => (
            <a key={url} class="chip" href={url} rel="noopener noreferrer" target="_blank">
              {name}
            </a>
          ))}
        </Fact>
      </dl>
      <Impact object={object} />
      <div class="relations">
        <Connections title="Uses" items={relations.outgoing(id)} self={id} />
        <Connections title="Used by" items={relations.incoming(id)} self={id} />
        <Links title="Contains" view="objects" items={children} />
        <Links title="Shown on" view="diagrams" items={shownOn} />
        <Links title="Flows" view="flows" items={relations.flowsOf(id)} />
        <Links title="Decisions" view="decisions" items={relations.decisionsAbout(id)} />
      </div>
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  if (!children || (Array.isArray(children) && children.length === 0)) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface LinksProps {
  title: string;
  view: string;
  items: readonly { id: string; slug: string; name?: string; title?: string }[];
}

function Links({ title, view, items }: LinksProps) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>
        {title} <small>{items.length}</small>
      </h2>
      <ul>
        {items.map(({ id, slug, name, title }) => (
          <li key={id}>
            <a href={hashOf(view, slug)}>{name ?? title}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ConnectionsProps {
  title: string;
  items: readonly SiteConnection[];
  self: string;
}

function Connections({ title, items, self }: ConnectionsProps) {
  const { relations } = useSite();
  if (items.length === 0) return null;
  return (
    <section>
      <h2>
        {title} <small>{items.length}</small>
      </h2>
      <ul>
        {items.map(({ id, origin, target, via, name, technologies = [] }) => {
          const other = relations.object(origin === self ? target : origin);
          const broker = relations.object(via ?? '');
          return other ? (
            <li key={id}>
              <a href={hashOf('objects', other.slug)}>{other.name}</a>
              <div class="note">
                {name}
                {broker && (
                  <>
                    {' '}
                    via <a href={hashOf('objects', broker.slug)}>{broker.name}</a>
                  </>
                )}
                {technologies.length > 0 && <small> · {technologies.join(', ')}</small>}
              </div>
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}
