import type { Context } from '../../../../cli/command/spec.js';
import { pageFonts } from '../../../../drawing/index.js';
import { openPageServer, type PageServer } from '../../../../page-server/open-page-server.js';
import { drawingFile, LAYOUT_FILE } from '../../../../site/addresses.js';
import { dataScript, drawingScript, type SitePlan } from '../../../../site/build-site.js';
import type { LiveState, SiteDiagram } from '../../../../site/types.js';
import { layoutFile } from './site-files.js';

/** A page of a model that changes. Pictures are drawn when a page requests them. */
export interface LiveSite extends Pick<PageServer, 'url' | 'newSingleUseUrl' | 'close'> {
  /** Shows a model. `now` is its time. */
  show(plan: SitePlan, now: Date, problems?: LiveState['problems']): void;
  /** Keeps the model that is shown, and shows why the current one is not. */
  keep(problems: LiveState['problems'], failure?: string): void;
}

export interface LiveSiteOptions {
  host?: string | undefined;
  port?: number | undefined;
  /** The first model, until another one is shown. */
  first: SitePlan;
}

const SCRIPT = 'text/javascript; charset=utf-8';

/** Serves the page. @throws ArchctlError `usage` if the port is in use or the address does not exist. */
export async function openLiveSite(
  { world }: Pick<Context, 'world'>,
  { host, port, first }: LiveSiteOptions,
): Promise<LiveSite> {
  let plan = first;
  let state: LiveState = { version: 1, problems: [] };
  let drawings = new Map<string, Promise<string>>();
  const diagramAt = (path: string): SiteDiagram | undefined =>
    plan.data.diagrams.find(({ slug }) => drawingFile(slug) === path);
  const drawing = (slug: string): Promise<string> | undefined => {
    const known = drawings.get(slug) ?? plan.draw(slug)?.then((it) => drawingScript(slug, it));
    if (known) drawings.set(slug, known);
    return known;
  };
  const server = await openPageServer({
    assetDirectory: world.pageDirectory,
    completeAsset: await pageFonts(world.fontDirectory),
    program: 'page.js',
    host,
    port,
    firstEvents: () => [{ name: 'state', data: state }],
    answer: async ({ method, path }) => {
      if (method !== 'GET') return undefined;
      if (path === 'data.js') return { type: SCRIPT, body: dataScript(plan.data) };
      if (path === LAYOUT_FILE) return { type: SCRIPT, body: layoutFile(world.pageDirectory).content };
      const body = await drawing(diagramAt(path)?.slug ?? '');
      return body === undefined ? undefined : { type: SCRIPT, body };
    },
  });
  const publish = (next: LiveState) => {
    state = next;
    server.publish({ name: 'state', data: state });
  };
  return {
    ...server,
    show: (next, now, problems = []) => {
      plan = next;
      drawings = new Map();
      publish({ version: state.version + 1, problems, shownSince: now.toISOString() });
    },
    keep: (problems, failure) => {
      const { failure: _earlier, ...kept } = state;
      publish({ ...kept, problems, ...(failure !== undefined && { failure }) });
    },
  };
}
