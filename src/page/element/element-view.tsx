import type { ComponentChildren } from 'preact';
import type { SiteConnection, SiteObject } from '../../site/types.js';
import { Html } from '../parts/html.js';
import { NotFound } from '../parts/not-found.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';
import { dependentsOf } from './dependents.js';

/** The page of one element. */
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
  const affected = dependentsOf(relations, id);
  return (
    <article class="details">
      <nav aria-label="Path">
        {relations.ancestors(id).map((it) => (
          <span key={it.id}>
            <a href={hashOf('objects', it.slug)}>{it.name}</a> /{' '}
          </span>
        ))}
      </nav>
      <h1>
        <a href={hashOf('objects', object.slug)}>{object.name}</a>
      </h1>
      <p class="kind">
        {object.type}
        {object.isExternal ? ', external' : ''}
        {object.status === 'live' ? '' : `, ${object.status}`}
      </p>
      {object.caption !== undefined && <p class="caption">{object.caption}</p>}
      <Html html={object.html} />
      <dl>
        <Fact label="Domain">{data.domains.find((it) => it.id === object.domain)?.name}</Fact>
        <Fact label="Technologies">{technologies.join(', ')}</Fact>
        <Fact label="Tags">{tags.map(({ name }) => name).join(', ')}</Fact>
        <Fact label="Teams">{teams.join(', ')}</Fact>
      </dl>
      <Links
        title="Links"
        items={links.map(({ url, name }) => ({ key: url, address: url, name, isOutside: true }))}
      />
      <Links title="Opens" items={opens.map((it) => itemOf('diagrams', it))} />
      <Links title="Contains" items={relations.children(id).map((it) => itemOf('objects', it))} />
      <Connections title="Uses" items={relations.outgoing(id)} self={id} />
      <Connections title="Used by" items={relations.incoming(id)} self={id} />
      <Links title="Flows" items={relations.flowsOf(id).map((it) => itemOf('flows', it))} />
      <Links title="Shown on" items={shownOn.map((it) => itemOf('diagrams', it))} />
      <Links
        title={`Depend on it, directly or indirectly: ${affected.length}`}
        items={affected.map((it) => itemOf('objects', it))}
      />
    </article>
  );
}

function Fact({ label, children }: { label: string; children: ComponentChildren }) {
  if (!children) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

interface LinkItem {
  key: string;
  address: string;
  name: string;
  isOutside?: boolean;
}

const itemOf = (view: string, { id, slug, name }: { id: string; slug: string; name: string }): LinkItem => ({
  key: id,
  address: hashOf(view, slug),
  name,
});

function Links({ title, items }: { title: string; items: readonly LinkItem[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {items.map(({ key, address, name, isOutside }) => (
          <li key={key}>
            <a href={address} {...(isOutside && { rel: 'noopener noreferrer', target: '_blank' })}>
              {name}
            </a>
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
      <h2>{title}</h2>
      <ul>
        {items.map(({ id, origin, target, via, name, technologies = [] }) => {
          const other = relations.object(origin === self ? target : origin);
          const broker = relations.object(via ?? '');
          return other ? (
            <li key={id}>
              <a href={hashOf('objects', other.slug)}>{other.name}</a>: {name}
              {broker && (
                <>
                  {' '}
                  via <a href={hashOf('objects', broker.slug)}>{broker.name}</a>
                </>
              )}
              {technologies.length > 0 && <small> {technologies.join(', ')}</small>}
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}
