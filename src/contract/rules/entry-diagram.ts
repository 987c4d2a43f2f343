import type { RecordOf, RecordReader } from '../records.js';

/** What a diagram of an object is, by the object's type (docs/service.md#diagram); others are opened by none. */
export const DIAGRAM_TYPE_BELOW: Readonly<
  Record<string, 'context-diagram' | 'app-diagram' | 'component-diagram'>
> = {
  root: 'context-diagram',
  system: 'app-diagram',
  app: 'component-diagram',
  store: 'component-diagram',
};

/** The diagram that zooming into an object opens: the first of its own, by `index`; undefined where it has none. */
export function entryDiagram(reader: RecordReader, objectId: string): RecordOf<'diagram'> | undefined {
  const own = reader
    .incoming('modelObject', objectId)
    .flatMap(({ kind, field, id }) =>
      kind === 'diagram' && field === 'modelId' ? (reader.get(kind, id) ?? []) : [],
    );
  return own.sort((a, b) => a.index - b.index)[0];
}
