import type { SiteChangedItem } from '../../site/types.js';
import { elementAddress } from '../parts/element-address.js';
import { Thumbnail } from '../parts/picture.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

/** Changes from the other side: one picture, then a list by element and field. */
export function ChangesView() {
  const { data, relations } = useSite();
  const { changes } = data;
  if (!changes)
    return (
      <main class="text empty">This site compares nothing. Build it with --against to see changes.</main>
    );
  const picture = relations.diagram(changes.picture ?? '');
  return (
    <main class="text">
      <h1>Changes</h1>
      <p>Compared with {changes.against}.</p>
      {changes.items.length === 0 && <p>There are no changes.</p>}
      {picture && (
        <a class="tile large" href={hashOf('diagrams', picture.slug)}>
          <Thumbnail diagram={picture} />
          <span class="tile-name">Open the picture</span>
        </a>
      )}
      <ul class="items">
        {changes.items.map((it) => (
          <li key={`${it.kind} ${it.id}`}>
            <ChangedItem item={it} />
          </li>
        ))}
      </ul>
    </main>
  );
}

function ChangedItem({ item }: { item: SiteChangedItem }) {
  const { relations } = useSite();
  const address = item.change === 'removed' ? undefined : elementAddress(relations, item);
  return (
    <>
      <span class={`change ${item.change}`}>{item.change}</span>{' '}
      {address === undefined ? item.name : <a href={address}>{item.name}</a>} <small>{item.kind}</small>
      {item.fields.length > 0 && (
        <dl>
          {item.fields.map(({ field, before, after }) => (
            <div key={field}>
              <dt>{field}</dt>
              <dd>
                {before !== undefined && <del>{before}</del>} {after !== undefined && <ins>{after}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}
