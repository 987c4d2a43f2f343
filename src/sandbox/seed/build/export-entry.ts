import type { Doc, Fields } from '../../../contract/doc.js';
import type { ContextReader } from '../../../contract/rules/log-context.js';

const slug = (name: unknown): string =>
  String(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

/** Log entry of an export, in the form that the sandbox writes; undefined for other actions. */
export function exportEntry(
  log: Doc,
  { id, type, props }: { id: string; type: string; props: Fields },
  reader: ContextReader,
): { props: Fields; context: Fields } | undefined {
  const diagram = type === 'diagram-export' ? reader.get('diagram', id) : undefined;
  const ids = Array.isArray(log.actionIds) ? log.actionIds.map(String) : [];
  const version = [diagram?.versionId, ...ids].flatMap((it) => reader.get('version', String(it)) ?? [])[0];
  const landscape = reader.get('landscape', String(log.landscapeId));
  if (!version || !landscape || !/-export$/.test(type)) return undefined;
  const versionId = version.id;
  const bucketPath = `exports/${log.id}`;
  if (diagram) {
    const { name, type: diagramType } = diagram;
    return {
      props: { filename: slug(name), bucketPath, options: props, versionId },
      context: { name, diagramName: name, diagramType, versionId, versionName: version.name },
    };
  }
  return {
    props:
      type === 'landscape-export'
        ? { filename: slug(landscape.name), bucketPath, ...props, versionId }
        : { type: 'csv', versionId },
    context: { landscapeName: landscape.name, versionName: version.name },
  };
}
