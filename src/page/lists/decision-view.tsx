import { Html } from '../parts/html.js';
import { NotFound } from '../parts/not-found.js';
import { hashOf } from '../route.js';
import { useSite } from '../site.js';

export function DecisionView({ slug }: { slug: string }) {
  const { data, relations } = useSite();
  const decision = data.decisions.find((it) => it.slug === slug);
  if (!decision) return <NotFound kind="decision" slug={slug} />;
  const replaced = data.decisions.filter(({ id }) => decision.supersededBy?.includes(id));
  const objects = (decision.objects ?? []).flatMap((id) => relations.object(id) ?? []);
  const diagrams = (decision.diagrams ?? []).flatMap((id) => relations.diagram(id) ?? []);
  return (
    <main class="text">
      <h1>{decision.title}</h1>
      <p class="kind">
        <span class="chip">{decision.status}</span>
        {replaced.map((it) => (
          <span key={it.id}>
            replaced by <a href={hashOf('decisions', it.slug)}>{it.title}</a>
          </span>
        ))}
      </p>
      <Html html={decision.html} />
      {objects.length + diagrams.length > 0 && <h2>About</h2>}
      <ul>
        {objects.map((it) => (
          <li key={it.id}>
            <a href={hashOf('objects', it.slug)}>{it.name}</a> <small>{it.type}</small>
          </li>
        ))}
        {diagrams.map((it) => (
          <li key={it.id}>
            <a href={hashOf('diagrams', it.slug)}>{it.name}</a> <small>diagram</small>
          </li>
        ))}
      </ul>
    </main>
  );
}
