import type { SiteDiagram } from '../../site/types.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

/** Links to the diagrams above a diagram, outermost first; without a diagram for a level, to the element. */
export function Breadcrumbs({ diagram }: { diagram: SiteDiagram }) {
  const { relations } = useSite();
  const { of } = diagram;
  const above = of === undefined ? [] : relations.ancestors(of);
  const self = of === undefined ? undefined : relations.object(of);
  const links = above.map((it) => {
    const [inner] = relations.opens(it.id);
    return {
      id: it.id,
      name: it.name,
      address: inner ? hashOf('diagrams', inner.slug) : hashOf('objects', it.slug),
    };
  });
  if (self) links.push({ id: self.id, name: self.name, address: hashOf('objects', self.slug) });
  return (
    <nav class="breadcrumbs" aria-label="Levels above">
      <a href={hashOf('')}>Start</a>
      {links.map(({ id, name, address }) => (
        <span key={id}>
          <span aria-hidden="true"> / </span>
          <a href={address}>{name}</a>
        </span>
      ))}
    </nav>
  );
}
