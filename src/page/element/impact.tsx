import { useMemo } from 'preact/hooks';
import { dependentsOf } from '../../site/dependents.js';
import type { SiteObject } from '../../site/types.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

/** Everything that a change of an element can affect: elements that depend on it, with their flows. */
export function Impact({ object }: { object: SiteObject }) {
  const { relations } = useSite();
  const affected = useMemo(() => dependentsOf(relations, object.id), [relations, object]);
  const flows = useMemo(
    () =>
      new Set([object, ...affected.map((it) => it.object)].flatMap(({ id }) => relations.flowsOf(id))).size,
    [relations, object, affected],
  );
  if (affected.length === 0) return null;
  const direct = affected.filter(({ distance }) => distance === 1).length;
  return (
    <section class="impact">
      <h2>
        Impact <small>{affected.length}</small>
      </h2>
      <p class="note">
        {direct} {direct === 1 ? 'element depends' : 'elements depend'} on it directly,{' '}
        {affected.length - direct} through others.{' '}
        {flows > 0 && `${flows} ${flows === 1 ? 'flow passes' : 'flows pass'} through them. `}
        <a href={hashOf('explore', object.slug, { direction: 'in', depth: '99' })}>Show as a picture</a>
      </p>
      <details>
        <summary>Elements that depend on it</summary>
        <ul>
          {affected.map(({ object: it, distance }) => (
            <li key={it.id}>
              <a href={hashOf('objects', it.slug)}>{it.name}</a>{' '}
              <small>{distance === 1 ? 'directly' : `through ${distance - 1}`}</small>
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}
