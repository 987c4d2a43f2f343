import type { RecordOf, RecordReader } from '../../records.js';

/** Diagram type for each object type (docs/service.md#diagram); other types have no diagrams of their own. */
export const DIAGRAM_TYPE_BELOW: Readonly<
  Record<string, 'context-diagram' | 'app-diagram' | 'component-diagram'>
> = {
  root: 'context-diagram',
  system: 'app-diagram',
  app: 'component-diagram',
  store: 'component-diagram',
};

/** The diagram that zooming into an object opens: its first own diagram by `index`; undefined if it has none. */
export function entryDiagram(reader: RecordReader, objectId: string): RecordOf<'diagram'> | undefined {
  const own = reader
    .incoming('modelObject', objectId)
    .flatMap(({ kind, field, id }) =>
      kind === 'diagram' && field === 'modelId' ? (reader.get(kind, id) ?? []) : [],
    );
  return own.sort((a, b) => a.index - b.index)[0];
}
