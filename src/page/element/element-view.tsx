import type { SiteConnection, SiteObject } from '../../site/types.js';
import { Html } from '../parts/html.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

/** The page of one element. */
export function ElementView({ slug }: { slug: string }) {
  const { data } = useSite();
  const object = data.objects.find((it) => it.slug === slug);
  if (!object) return <main class="text">There is no element "{slug}".</main>;
  return (
    <main class="text">
      <ElementDetails object={object} />
    </main>
  );
}

/** Facts, description and relations of an element; used by its page and by the panel of a diagram. */
export function ElementDetails({ object }: { object: SiteObject }) {
  const { relations } = useSite();
  const path = relations.ancestors(object.id);
  return (
    <article class="details">
      <nav aria-label="Path">
        {path.map((it) => (
          <span key={it.id}>
            <a href={hashOf('objects', it.slug)}>{it.name}</a> /{' '}
          </span>
        ))}
      </nav>
      <h1>{object.name}</h1>
      <p class="kind">
        {object.type}
        {object.isExternal ? ', external' : ''}
        {object.status === 'live' ? '' : `, ${object.status}`}
      </p>
      {object.caption !== undefined && <p class="caption">{object.caption}</p>}
      <Html html={object.html} />
      <Connections title="Uses" items={relations.outgoing(object.id)} self={object.id} />
      <Connections title="Used by" items={relations.incoming(object.id)} self={object.id} />
    </article>
  );
}

function Connections({
  title,
  items,
  self,
}: {
  title: string;
  items: readonly SiteConnection[];
  self: string;
}) {
  const { relations } = useSite();
  if (items.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {items.map((it) => {
          const other = relations.object(it.origin === self ? it.target : it.origin);
          return other ? (
            <li key={it.id}>
              <a href={hashOf('objects', other.slug)}>{other.name}</a>: {it.name}
            </li>
          ) : null;
        })}
      </ul>
    </section>
  );
}
