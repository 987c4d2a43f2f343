import type { Call, Doc, Kind } from '../types.js';

/** Which list of ids an expansion stands for, and what of each record it carries. */
const EXPANSIONS: Readonly<Record<string, { ids: string; kind: Kind; fields: readonly string[] }>> = {
  technologies: { ids: 'technologyIds', kind: 'catalogTechnology', fields: ['id', 'name', 'color'] },
  tags: { ids: 'tagIds', kind: 'tag', fields: ['id', 'name', 'color', 'groupId'] },
};

const pick = (doc: Doc, fields: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(fields.map((field) => [field, doc[field]]));

/** A record as it is answered, with what the query asks for beside the ids that name it. */
export function expand(call: Call, doc: Doc): Doc {
  const { records } = call.services.store;
  const asked = call.query.expand === undefined ? [] : [call.query.expand].flat();
  const found = asked.map((name): [string, unknown] => {
    const expansion = EXPANSIONS[String(name)];
    if (!expansion) {
      const domain = records.get('domain', String(doc.domainId));
      return ['domain', domain && pick(domain, ['id', 'name'])];
    }
    const { ids, kind, fields } = expansion;
    const named = ((doc[ids] ?? []) as string[]).flatMap((id) => records.get(kind, id) ?? []);
    return [String(name), Object.fromEntries(named.map((it) => [it.id, pick(it, fields)]))];
  });
  return found.length === 0 ? doc : { ...doc, ...Object.fromEntries(found) };
}
