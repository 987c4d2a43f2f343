import { visible } from '../../base/text/escape.js';
import { command } from '../../cli/command/command.js';
import type { Context } from '../../cli/command/spec.js';
import { type Adr, adrs } from '../../contract/resources/adr.js';
import type { LineContext } from '../../terminal/types.js';

export default command({
  summary: 'Show a decision and its text',
  details:
    'Renders the Markdown of its description and content. In a pipe, the text is plain and long lines are not wrapped. -o markdown prints a Markdown document instead, for a file.',
  args: { adrId: { name: 'ADR', help: 'Decision', completes: 'adr' } },
  options: {},
  scope: ['landscape', 'landscapeVersion'],
  operation: adrs.get,
  formats: ['markdown'],
  examples: {
    'By its number': 'archctl adr show 1',
    'As a Markdown document': 'archctl adr show ADR -o markdown',
  },
  related: ['adr get', 'adr list', 'adr accept'],
  async run(context, { args }) {
    const path = {
      landscapeId: await context.scope('landscape'),
      versionId: await context.scope('landscapeVersion'),
      adrId: args.adrId,
    };
    const client = await context.client();
    const { adr } = await client.call(adrs.get, { path });
    if (context.terminal.format === 'markdown') return { kind: 'text', text: documentOf(adr) };
    const nameOf = await namesIn(context, adr);
    const { renderMarkdown } = await import('../../terminal/markdown.js');
    const draw = (line: LineContext): string => {
      const texts = [adr.description, adr.content].flatMap((it) => (it ? [renderMarkdown(it, line)] : []));
      return [headOf(adr, nameOf, line), ...texts, ...relatedLines(adr, nameOf, line)].join('\n\n');
    };
    return { kind: 'drawing', data: adr, draw };
  },
});

type NameOf = (kind: string, id: string) => string;

const titleOf = ({ number, name }: Adr): string =>
  `ADR ${String(number).padStart(4, '0')}: ${name.replace(/\s+/g, ' ')}`;

/** Names of users and related records, for people. */
async function namesIn(context: Context, adr: Adr): Promise<NameOf> {
  if (!context.showsNames || context.showsIds) return (_, id) => id;
  const items = Object.values(adr.relatedItems ?? {});
  const kinds = new Set([...items.map(({ type }) => type).filter((it) => it !== 'link'), 'user']);
  const all = await context.names();
  const known = new Map(
    await Promise.all(
      [...kinds].map(async (kind) => [kind, await all.of(kind).catch(() => undefined)] as const),
    ),
  );
  return (kind, id) => known.get(kind)?.nameOf(id) ?? id;
}

function headOf(adr: Adr, nameOf: NameOf, { palette, safe, time }: LineContext): string {
  const changes = (adr.statusChanges ?? []).map(
    ({ status, createdAt, createdById }) =>
      `${safe(status)} ${time(createdAt)} by ${safe(nameOf('user', createdById))}`,
  );
  const creation = `draft ${time(adr.createdAt)} by ${safe(nameOf('user', adr.createdById))}`;
  return [
    palette.bold(safe(titleOf(adr))),
    palette.yellow(safe(adr.status)),
    ...[creation, ...changes].map((it) => palette.dim(it)),
  ].join('\n');
}

/** Related items in their order. */
function relatedLines(adr: Adr, nameOf: NameOf, { palette, safe }: LineContext): string[] {
  const items = Object.values(adr.relatedItems ?? {}).sort((a, b) => a.index - b.index);
  if (items.length === 0) return [];
  const lines = items.map(({ type, diagramId, adrId, draftId, link }) => {
    const id = diagramId ?? adrId ?? draftId;
    const title = link?.customName ? `${link.customName} (${link.url ?? ''})` : (link?.url ?? '');
    return `${type === 'adr' ? 'decision' : safe(type)}  ${safe(id ? nameOf(type, id) : title)}`;
  });
  return [[palette.bold('Related'), ...lines].join('\n')];
}

/** The decision as a Markdown document, with its control characters escaped. */
function documentOf(adr: Adr): string {
  const texts = [adr.description, adr.content].flatMap((it) => (it ? [it.trim()] : []));
  const document = [`# ${titleOf(adr)}`, `Status: ${adr.status}`, ...texts].join('\n\n');
  const escaped = document
    .replace(/\r\n?/g, '\n')
    .split('\t')
    .map((part) => visible(part, { newline: 'keep' }));
  return `${escaped.join('\t')}\n`;
}
