import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { toArchctlError } from '../base/errors.js';
import { visible } from '../base/text/escape.js';
import { errorInCommandWords } from '../cli/command/command-words.js';
import { folded } from '../contract/rules/text-match.js';
import type { Element } from '../model/document/element.js';
import type { KindWord, Source } from './model-view.js';
import { diagramText } from './tools/diagram.js';
import { flowText } from './tools/flow.js';
import type { Workspace } from './workspace.js';

/** Diagrams, flows and model documents as resources. */

/** Maximum number of completions in an answer of the protocol. */
const MAX_COMPLETIONS = 100;

export function addResources(server: McpServer, workspace: Workspace): void {
  const complete = (kind: KindWord) => ({
    source: (typed: string) => workspace.sources.filter((it) => it.startsWith(typed)),
    name: (typed: string, context?: { arguments?: Record<string, string> }) =>
      namesStarting(workspace, kind, typed, context?.arguments?.source),
  });
  const drawn = (
    kind: 'diagram' | 'flow',
    title: string,
    write: (view: Awaited<ReturnType<Workspace['model']>>, element: Element) => string,
  ): void => {
    const template = new ResourceTemplate(`archctl://{source}/${kind}/{name}`, {
      list: undefined,
      complete: complete(kind),
    });
    const config = { title, description: `${title}, as Mermaid`, mimeType: 'text/vnd.mermaid' };
    server.registerResource(
      kind,
      template,
      config,
      withHint(async (uri, variables) => {
        const view = await workspace.model(sourceIn(workspace, variables.source), true);
        const element = view.find(decodeURIComponent(String(variables.name)), kind) as Element;
        return {
          contents: [{ uri: uri.href, mimeType: config.mimeType, text: clean(write(view, element)) }],
        };
      }),
    );
  };
  drawn('diagram', 'A diagram', (view, element) => diagramText(view, element, 'mermaid'));
  drawn('flow', 'A flow', (view, element) => flowText(view, element, 'mermaid'));
  for (const source of workspace.sources) {
    const what = source === 'live' ? 'The landscape' : 'The model files';
    const config = { title: what, description: `${what} as a model document`, mimeType: 'application/yaml' };
    server.registerResource(
      `${source}-model`,
      `archctl://${source}/model`,
      config,
      withHint(async (uri: URL) => ({
        contents: [{ uri: uri.href, mimeType: config.mimeType, text: await workspace.document(source) }],
      })),
    );
  }
}

/** Adds the hint of an error to its message: the protocol has no other place for it. */
function withHint<Given extends unknown[], T>(work: (...given: Given) => Promise<T>) {
  return async (...given: Given): Promise<T> => {
    try {
      return await work(...given);
    } catch (error) {
      const { message, facts } = errorInCommandWords(toArchctlError(error));
      throw new Error(clean([message, facts.hint].filter(Boolean).join(' ')));
    }
  };
}

const clean = (text: string): string => visible(text, { newline: 'keep' });

const sourceIn = ({ sources }: Workspace, typed: unknown): Source | undefined =>
  sources.find((it) => it === typed);

/** Names of a kind that start with a text, then those that contain it. Empty if the model cannot be read. */
export async function namesStarting(
  workspace: Workspace,
  kind: KindWord,
  typed: string,
  source?: string,
): Promise<string[]> {
  const view = await workspace.model(sourceIn(workspace, source)).catch(() => undefined);
  if (!view) return [];
  const wanted = folded(typed);
  const names = view.all(kind).map((it) => visible(view.word(it.kind, it.id)));
  const starting = names.filter((name) => folded(name).startsWith(wanted));
  const containing = names.filter((name) => !starting.includes(name) && folded(name).includes(wanted));
  return [...starting, ...containing].slice(0, MAX_COMPLETIONS);
}
