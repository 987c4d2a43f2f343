import { grouped } from '../base/grouped.js';
import { capitalised } from '../base/text/words.js';
import { entriesOf, textsOf } from '../contract/doc.js';
import type { Diagram } from '../contract/resources/diagram.js';
import type { ModelConnection } from '../contract/resources/model-connection.js';
import type { ModelObject } from '../contract/resources/model-object.js';
import { type Block, commas, type Inline } from './blocks.js';
import { mermaidText } from './escape-text.js';
import { flowMermaid, flowText } from './flow.js';
import { type DocumentModel, namesOf, textOf } from './model.js';

/** SVG pictures by diagram id. */
export type Pictures = ReadonlyMap<string, string>;

/** Name of a heading that is a link target. */
const anchorOf = (kind: string, id: string): string => `${kind}-${id.replace(/[^\w-]/g, '_')}`;

/** Deepest heading level in Markdown and HTML. */
const MAX_HEADING_LEVEL = 6;

/** Converts a version to a document: each domain with its objects, then diagrams and flows. */
export function outlineOf(model: DocumentModel, pictures: Pictures): Block[] {
  const reader = readerOf(model);
  const title: Block = { kind: 'heading', level: 1, text: model.title, anchor: 'top' };
  const counts = [
    ['Version', [model.version]],
    ['Objects', [String(model.objects.filter(({ type }) => type !== 'root').length)]],
    ['Connections', [String(model.connections.length)]],
  ] as const;
  return [
    title,
    { kind: 'facts', facts: counts },
    ...model.domains.flatMap((domain) => [
      heading(2, `Domain: ${domain.name}`, anchorOf('domain', domain.id)),
      ...reader.topsOf(domain.id).flatMap((object) => objectBlocks(object, 3, reader)),
    ]),
    ...diagramBlocks(model, reader, pictures),
    ...flowBlocks(model, reader),
  ];
}

const heading = (level: number, text: string, anchor: string): Block => ({
  kind: 'heading',
  level: Math.min(level, MAX_HEADING_LEVEL),
  text,
  anchor,
});

/** Lookups that the blocks of one record need. */
function readerOf(model: DocumentModel) {
  const objects = new Map(model.objects.map((it) => [it.id, it]));
  const below = grouped(model.objects, ({ parentId }) => parentId ?? '');
  const byDomain = grouped(model.objects, ({ domainId }) => domainId ?? '');
  const outgoing = grouped(model.connections, ({ originId }) => originId);
  const incoming = grouped(model.connections, ({ targetId }) => targetId);
  const diagramsOf = grouped(model.diagrams, ({ modelId }) => modelId ?? '');
  const names = namesOf(model.domains, model.objects, model.tags, model.teams, model.technologies);
  const isTop = ({ type, parentId }: ModelObject): boolean => {
    if (type === 'root') return false;
    const parent = objects.get(parentId ?? '');
    return parent === undefined || parent.type === 'root';
  };
  return {
    names,
    topsOf: (domainId: string) => (byDomain.get(domainId) ?? []).filter(isTop),
    childrenOf: ({ id }: ModelObject) => below.get(id) ?? [],
    outgoingOf: ({ id }: ModelObject) => outgoing.get(id) ?? [],
    incomingOf: ({ id }: ModelObject) => incoming.get(id) ?? [],
    diagramsOf: ({ id }: ModelObject) => diagramsOf.get(id) ?? [],
    /** Name of the object, linked to its heading if it has one. */
    link: (id: string): Inline => {
      const object = objects.get(id);
      if (!object || object.type === 'root') return names.one(id);
      return { text: object.name, to: anchorOf('object', id) };
    },
  };
}

type Reader = ReturnType<typeof readerOf>;

function objectBlocks(object: ModelObject, level: number, reader: Reader): Block[] {
  return [
    heading(level, `${capitalised(object.type)}: ${object.name}`, anchorOf('object', object.id)),
    ...text(object.caption),
    ...text(object.description),
    { kind: 'facts', facts: factsOf(object, reader) },
    ...reader.childrenOf(object).flatMap((child) => objectBlocks(child, level + 1, reader)),
  ];
}

const text = (value: unknown): Block[] => {
  const found = textOf(value).trim();
  return found === '' ? [] : [{ kind: 'text', text: found }];
};

function factsOf(object: ModelObject, reader: Reader): [string, Inline[]][] {
  const { names, link } = reader;
  const listed: [string, Inline[]][] = [
    ['Technologies', names.many(object.technologyIds)],
    ['Tags', names.many(object.tagIds)],
    ['Teams', names.many(object.teamIds)],
    ['Groups', textsOf(object.groupIds).map(link)],
    ['Calls', reader.outgoingOf(object).map((it) => line(it, it.targetId, reader))],
    ['Called by', reader.incomingOf(object).map((it) => line(it, it.originId, reader))],
    [
      'Diagrams',
      reader.diagramsOf(object).map(({ id, name }) => ({ text: name, to: anchorOf('diagram', id) })),
    ],
    [
      'Links',
      entriesOf(object.links).map(([, { url, name }]) => ({
        text: textOf(name) || textOf(url),
        url: textOf(url),
      })),
    ],
  ];
  const status = object.external === true ? `${object.status}, external` : object.status;
  return [['Status', [status]], ...listed.flatMap(filled)];
}

const filled = ([label, pieces]: [string, Inline[]]): [string, Inline[]][] =>
  pieces.length === 0 ? [] : [[label, commas(pieces)]];

/** `Booking API (Submits bookings, via Booking Events)`, linked to the object. */
function line({ name, viaId, status }: ModelConnection, otherId: string, { names, link }: Reader): Inline {
  const end = link(otherId);
  const via = textOf(viaId) === '' ? '' : `, via ${names.one(viaId)}`;
  const summary = `${name}${via}${status === 'live' ? '' : `, ${status}`}`;
  return typeof end === 'string' ? `${end} (${summary})` : { ...end, text: `${end.text} (${summary})` };
}

function diagramBlocks(model: DocumentModel, reader: Reader, pictures: Pictures): Block[] {
  if (model.diagrams.length === 0) return [];
  return [
    heading(2, 'Diagrams', 'diagrams'),
    ...model.diagrams.flatMap((diagram) => [
      heading(3, diagram.name, anchorOf('diagram', diagram.id)),
      ...text(diagram.description),
      {
        kind: 'facts' as const,
        facts: [
          ['Type', [diagram.type]] as const,
          ...(diagram.modelId ? [['Of', [reader.link(diagram.modelId)]] as const] : []),
          ...filled(['Shows', shownOn(model, diagram).map(reader.link)]),
        ],
      },
      {
        kind: 'picture' as const,
        title: diagram.name,
        svg: pictures.get(diagram.id),
        mermaid: diagramMermaid(model, diagram, reader),
      },
    ]),
  ];
}

function shownOn(model: DocumentModel, { id }: Diagram): string[] {
  const content = model.contents.find((it) => it.id === id);
  return [...new Set(entriesOf(content?.objects).map(([, { modelId }]) => textOf(modelId)))].filter(Boolean);
}

/** Formats a diagram as a Mermaid flowchart: its objects, and the connections between them. */
function diagramMermaid(model: DocumentModel, diagram: Diagram, { names }: Reader): string {
  const ids = shownOn(model, diagram);
  const keys = new Map(ids.map((id, at) => [id, `o${at + 1}`]));
  const content = model.contents.find((it) => it.id === diagram.id);
  const lines = entriesOf(content?.connections).flatMap(([, { originId, targetId, modelId }]) => {
    const [from, to] = [originId, targetId].map((at) => keys.get(objectAt(content?.objects, at)));
    if (from === undefined || to === undefined) return [];
    const connection = model.connections.find(({ id }) => id === modelId);
    const label = connection ? `|"${mermaidText(connection.name)}"|` : '';
    return [`  ${from} -->${label} ${to}`];
  });
  const nodes = ids.map((id) => `  ${keys.get(id)}["${mermaidText(names.one(id))}"]`);
  return `${['flowchart TB', ...nodes, ...lines].join('\n')}\n`;
}

/** Model object id of a diagram object. */
function objectAt(objects: unknown, drawnId: unknown): string {
  const [, drawn] = entriesOf(objects).find(([id]) => id === drawnId) ?? [];
  return textOf(drawn?.modelId);
}

function flowBlocks(model: DocumentModel, { names }: Reader): Block[] {
  if (model.flows.length === 0) return [];
  const diagrams = new Map(model.diagrams.map((it) => [it.id, it]));
  return [
    heading(2, 'Flows', 'flows'),
    ...model.flows.flatMap((flow): Block[] => {
      const diagram = diagrams.get(flow.diagramId);
      const on: Inline[] = diagram
        ? [{ text: diagram.name, to: anchorOf('diagram', diagram.id) }]
        : [names.one(flow.diagramId)];
      const steps = flowText(flow, model).trimEnd().split('\n').slice(2);
      return [
        heading(3, flow.name, anchorOf('flow', flow.id)),
        ...(diagram ? [{ kind: 'facts' as const, facts: [['On', on] as const] }] : []),
        { kind: 'list', items: steps.map((step) => [step]) },
        { kind: 'picture', title: flow.name, mermaid: flowMermaid(flow, model) },
      ];
    }),
  ];
}
