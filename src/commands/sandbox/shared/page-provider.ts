import { ArchctlError } from '../../../base/errors.js';
import type { World } from '../../../cli/command/world.js';
import { createClient } from '../../../client/client.js';
import { fetchTransport } from '../../../client/transport/transport.js';
import { pageFonts } from '../../../drawing/index.js';
import { identify } from '../../../model/compare/identity.js';
import { elementsOf, type Model } from '../../../model/document/element.js';
import { decisionsOf } from '../../../model/live/decisions.js';
import { modelOfLandscape } from '../../../model/live/model-of-landscape.js';
import { readLandscape } from '../../../model/live/read-landscape.js';
import { type Asset, readAssets } from '../../../page-server/shell.js';
import { HttpError } from '../../../sandbox/http/http-error.js';
import type { PageProvider, ServedPage, VersionPath } from '../../../sandbox/http/page-routes.js';
import type { Sandbox } from '../../../sandbox/sandbox.js';
import { drawingFile, LAYOUT_FILE } from '../../../site/addresses.js';
import { dataScript, drawingScript, planSite } from '../../../site/build-site.js';
import type { SiteData } from '../../../site/types.js';
import { technologyNames } from '../../model/shared/analysis/graph-picture.js';
import { layoutFile } from '../../model/shared/site/site-files.js';

/** Address for requests within the process. */
const BASE_URL = 'http://localhost/v1/';

/** Scripts and style sheets of the page. The single-file build extracts them on first use. */
export const pageAssets = async ({
  pageDirectory,
  fontDirectory,
}: Pick<World, 'pageDirectory' | 'fontDirectory'>): Promise<ReadonlyMap<string, Asset>> =>
  readAssets(pageDirectory, await pageFonts(fontDirectory));

/**
 * Pages of the landscapes of a sandbox. Versions are read with the credentials of their readers, so that permissions and
 * quotas apply; a shared landscape is read with the admin key once the API has admitted the reader.
 */
export function pageReader(
  sandbox: () => Pick<Sandbox, 'fetch' | 'adminKey'>,
  directory: string,
): Pick<PageProvider, 'readVersion' | 'readShared'> {
  const clientWith = (authorization: string) =>
    createClient({
      baseUrl: BASE_URL,
      credentials: undefined,
      transport: fetchTransport((request) => {
        const headers = new Headers(request.headers);
        headers.set('authorization', authorization);
        return sandbox().fetch(new Request(request, { headers }));
      }),
      userAgent: 'archctl-page',
      paced: false,
    });
  const read = async (path: VersionPath, authorization: string, isShared: boolean): Promise<ServedPage> => {
    const live = await readLandscape(clientWith(authorization), path, true, !isShared);
    // The data of a share link contains no teams.
    const shown = isShared ? { ...live, teams: new Map<string, string>() } : live;
    const { ids } = identify(shown, undefined);
    const model = modelOfLandscape(shown, ids);
    const { decisions } = shown;
    const diagrams = ids.get('diagram') ?? new Map();
    return servedPage(
      decisions
        ? { ...model, decisions: decisionsOf(decisions, path.landscapeId, diagrams, undefined) }
        : model,
      live.landscape.name,
      directory,
    );
  };
  return {
    readVersion: (path, authorization) => asHttp(() => read(path, authorization, false)),
    readShared: async (shortId, authorization) => {
      const url = `${BASE_URL}share-links/${encodeURIComponent(shortId)}/landscape`;
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await sandbox().fetch(new Request(url, { headers }));
      if (!answer.ok) {
        const { message, code = '' } = (await answer.json()) as { message: string; code?: string };
        // Browsers then ask for the password.
        const asks = ['share-link/password-required', 'share-link/wrong-password'].includes(code);
        const headers = asks ? { 'WWW-Authenticate': 'Basic realm="Share link", charset="UTF-8"' } : {};
        throw new HttpError(answer.status, message, { code, headers });
      }
      const { landscape, version } = (await answer.json()) as Record<'landscape' | 'version', { id: string }>;
      const { id, secret } = sandbox().adminKey;
      const path = { landscapeId: landscape.id, versionId: version.id };
      return asHttp(() => read(path, `ApiKey ${id}:${secret}`, true));
    },
  };
}

/** Passes the status of a failed request of the API on. */
async function asHttp<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ArchctlError && error.facts.status !== undefined)
      throw new HttpError(error.facts.status, error.message);
    throw error;
  }
}

async function servedPage(model: Model, title: string, directory: string): Promise<ServedPage> {
  const plan = planSite(model, { title, technologyName: await technologyNames() });
  const { diagrams } = plan.data;
  return {
    file: async (path) => {
      if (path === 'data.js') return dataScript({ ...plan.data, records: recordsOf(model, plan.data) });
      if (path === LAYOUT_FILE) return layoutFile(directory).content;
      const slug = diagrams.find((it) => drawingFile(it.slug) === path)?.slug;
      const drawing = slug === undefined ? undefined : await plan.draw(slug);
      return slug !== undefined && drawing ? drawingScript(slug, drawing) : undefined;
    },
  };
}

/** Routes of elements by the handle and the id of their records. */
function recordsOf(model: Model, data: SiteData): Record<string, string> {
  const kinds = [
    ['object', 'objects'],
    ['diagram', 'diagrams'],
    ['flow', 'flows'],
  ] as const;
  return Object.fromEntries(
    kinds.flatMap(([kind, view]) => {
      const slugs = new Map(data[view].map(({ id, slug }) => [id, slug]));
      return elementsOf(model, kind).flatMap(({ id, recordId, handleId }) => {
        const route = `${view}/${slugs.get(id)}`;
        return [recordId, handleId].flatMap((it): [string, string][] =>
          it === undefined ? [] : [[it, route]],
        );
      });
    }),
  );
}
