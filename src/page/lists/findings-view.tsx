import type { SiteFinding } from '../../site/types.js';
import { elementAddress } from '../parts/element-address.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

/** Findings of validation, then elements without an owner or a description. */
export function FindingsView() {
  const { data, relations } = useSite();
  const objects = data.objects.filter(
    ({ type, isExternal }) => !isExternal && !['actor', 'group'].includes(type),
  );
  const lists = [
    { title: 'Without a team', objects: objects.filter(({ teams }) => !teams) },
    { title: 'Without a description', objects: objects.filter(({ html, caption }) => !html && !caption) },
  ];
  return (
    <main class="text">
      <h1>Findings</h1>
      {data.findings.length === 0 && <p>Validation found no problems.</p>}
      <ul class="items">
        {data.findings.map((it) => (
          <li key={`${it.rule} ${it.place} ${it.message}`}>
            <Finding finding={it} address={elementAddress(relations, it)} />
          </li>
        ))}
      </ul>
      {lists
        .filter((it) => it.objects.length > 0)
        .map((list) => (
          <section key={list.title}>
            <h2>
              {list.title} <small>{list.objects.length}</small>
            </h2>
            <ul class="columns plain">
              {list.objects.map((it) => (
                <li key={it.id}>
                  <span class={`dot ${it.type}`} />
                  <a href={hashOf('objects', it.slug)}>{it.name}</a> <small>{it.type}</small>
                </li>
              ))}
            </ul>
          </section>
        ))}
    </main>
  );
}

function Finding({ finding, address }: { finding: SiteFinding; address: string | undefined }) {
  const { severity, message, hint, rule, place } = finding;
  return (
    <>
      <span class={`severity ${severity}`}>{severity}</span>{' '}
      {address === undefined ? message : <a href={address}>{message}</a>} <small>{rule}</small>
      {hint !== undefined && <div class="note">{hint}</div>}
      {place !== undefined && (
        <div>
          <small>{place}</small>
        </div>
      )}
    </>
  );
}
