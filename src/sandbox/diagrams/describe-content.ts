import { entriesOf } from '../../contract/doc.js';
import type { RecordOf } from '../../contract/records.js';
import type { describeDiagramContent } from '../../contract/resources/diagram-content.js';
import type { Call } from '../call.js';
import { contentOf } from '../records/diagram-content.js';
import { mustFind } from '../records/find.js';
import { invalid } from '../refusal.js';

const MESSAGE = 'Made up by the sandbox from the names on the diagram; no model has read it.';

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** Describes a diagram's content from names alone (docs/service.md#choices). */
export function describeContent(call: Call<typeof describeDiagramContent>) {
  const { records } = call.services.store;
  const diagram = mustFind(call, 'diagram', 'diagramId');
  const content = contentOf(call, diagram.id);
  const on = (map: 'objects' | 'connections') =>
    new Set(entriesOf(content?.[map]).map(([, { modelId }]) => String(modelId)));
  const wanted = call.body.modelObjectIds ?? [...on('objects')];
  const unknown = wanted.filter((id) => !on('objects').has(id));
  if (unknown.length > 0) {
    throw invalid(unknown.map((id) => `modelObjectIds: there is no ${id} on this diagram`));
  }
  const objects = wanted.flatMap((id) => records.get('modelObject', id) ?? []);
  const lines = [...on('connections')]
    .flatMap((id) => records.get('modelConnection', id) ?? [])
    .filter(({ originId, targetId }) => wanted.includes(originId) && wanted.includes(targetId));
  const caption = captionOf(diagram.name, objects);
  if (call.body.type === 'caption') return { description: caption, message: MESSAGE };
  const nameOf = (id: string) => objects.find((it) => it.id === id)?.name ?? id;
  const about = objects.flatMap(({ name, caption: text }) => (text ? [`${name}: ${text}.`] : []));
  const between = lines.map(
    ({ name, originId, targetId }) => `${nameOf(originId)} to ${nameOf(targetId)}: ${name}.`,
  );
  return { description: [caption, ...about, ...between].join('\n'), message: MESSAGE };
}

function captionOf(name: string, objects: readonly RecordOf<'modelObject'>[]): string {
  const names = objects.map((it) => it.name).filter((it) => it !== '');
  if (names.length === 0) return `${name} shows nothing yet.`;
  const shown = names.length > 5 ? [...names.slice(0, 4), `${names.length - 4} more`] : names;
  return `${name} shows ${listed(shown)}.`;
}
