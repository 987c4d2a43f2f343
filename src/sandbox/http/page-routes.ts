import * as z from 'zod/mini';
import { pageSessions } from '../../page-server/session.js';
import { type Asset, SECURITY_HEADERS, shellHtml } from '../../page-server/shell.js';
import { FileResponse, type SandboxRequest } from '../message.js';
import { notFound } from '../refusal.js';
import type { Services } from '../services.js';
import { signIn } from './credentials.js';
import { HttpError } from './http-error.js';
import { readInput } from './input.js';
import type { Respond, RouteTable } from './response.js';

/**
 * The browser page of landscapes and share links. Its data is read through the API with the credentials of the request:
 * for `/page/…` those that issued the token in the link, for `/share/…` the password of the link.
 */

/** Pages of versions, created by the caller: they need the model, which is above the sandbox. */
export interface PageProvider {
  /** Scripts and style sheets of the page, by name. */
  assets(): Promise<ReadonlyMap<string, Asset>>;
  /** Reads a version through the API. */
  readVersion(version: VersionPath, authorization: string): Promise<ServedPage>;
  /** Reads the landscape of a share link through the API. `authorization` has the password, if one was sent. */
  readShared(shortId: string, authorization: string | undefined): Promise<ServedPage>;
}

export interface VersionPath {
  landscapeId: string;
  versionId: string;
}

/** Files with the data of a page. */
export interface ServedPage {
  /** The script at a path; undefined if there is none. */
  file(path: string): Promise<string | undefined>;
}

/** Permission to read with the credentials of an API key. */
interface Grant {
  authorization: string;
}

/** File with the data; reading it reads the landscape again. */
const DATA = 'data.js';
/** Maximum number of pages whose pictures can be loaded. */
const MAX_PAGES = 50;
const SCRIPT = 'text/javascript; charset=utf-8';

const sessionInput = z.strictObject({ token: z.string() });

export function pageRoutes({ store }: Services, provider: PageProvider): RouteTable {
  const sessions = pageSessions<Grant>('archctl-sandbox-page', '/page/');
  const pages = new Map<string, ServedPage>();
  let assets: ReadonlyMap<string, Asset> | undefined;
  const shell: Respond = () => file('text/html; charset=utf-8', shellHtml('page.js', 'served'));

  const respond = async (name: string, key: string, read: () => Promise<ServedPage>) => {
    assets ??= await provider.assets();
    const asset = assets.get(name);
    if (asset) return file(asset.type, asset.body);
    if (name === DATA) {
      pages.delete(key);
      pages.set(key, await read());
      const [oldest] = pages.keys();
      if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
    }
    const content = await pages.get(key)?.file(name);
    if (content === undefined) throw notFound(`The file ${name} of this page`);
    return file(SCRIPT, content);
  };
  const ofVersion = (request: SandboxRequest, landscapeId: string, versionId: string, name: string) => {
    const grant = sessions.grantOf(request.headers.get('cookie'));
    if (!grant && !isAsset(name)) throw new HttpError(401, 'Open the link that archctl printed.');
    const authorization = grant?.authorization ?? '';
    const read = () => provider.readVersion({ landscapeId, versionId }, authorization);
    return respond(name, JSON.stringify([landscapeId, versionId, authorization]), read);
  };
  const ofShare = (request: SandboxRequest, shortId: string, name: string) => {
    const authorization = request.headers.get('authorization') ?? undefined;
    const read = () => provider.readShared(shortId, authorization);
    return respond(name, JSON.stringify([shortId, authorization]), read);
  };
  return {
    '/page/token': {
      POST: (request) => {
        signIn(request.headers, store);
        const key = request.headers.get('x-api-key');
        const authorization = request.headers.get('authorization') || `ApiKey ${key}`;
        return { token: sessions.newSingleUseToken({ authorization }) };
      },
    },
    '/page/{}/{}/': { GET: shell },
    '/page/{}/{}/session': {
      POST: async (request) => {
        const { token } = await readInput(sessionInput, request);
        const cookie = sessions.exchange(token);
        if (cookie === undefined) throw new HttpError(401, 'The link is no longer valid.');
        return new FileResponse('{}', {
          ...SECURITY_HEADERS,
          'Content-Type': 'application/json',
          'Set-Cookie': cookie,
        });
      },
    },
    '/page/{}/{}/{}': {
      GET: (request, [landscape = '', version = '', name = '']) =>
        ofVersion(request, landscape, version, name),
    },
    '/page/{}/{}/drawings/{}': {
      GET: (request, [landscape = '', version = '', name = '']) =>
        ofVersion(request, landscape, version, `drawings/${name}`),
    },
    '/share/{}/': { GET: shell },
    '/share/{}/{}': { GET: (request, [shortId = '', name = '']) => ofShare(request, shortId, name) },
    '/share/{}/drawings/{}': {
      GET: (request, [shortId = '', name = '']) => ofShare(request, shortId, `drawings/${name}`),
    },
  };
}

const isAsset = (name: string): boolean => /^page\.(?:js|css)$/.test(name);

const file = (type: string, body: string | Uint8Array): FileResponse =>
  new FileResponse(body, { ...SECURITY_HEADERS, 'Content-Type': type });

/** Sends browsers that open a share link to its page. Other clients get the API's response. */
export function redirectToPage({ method, url, headers }: SandboxRequest): void {
  const [, shortId] = /^\/v1\/share-links\/([^/]+)$/.exec(url.pathname) ?? [];
  const isPage = method === 'GET' && /\btext\/html\b/.test(headers.get('accept') ?? '');
  if (shortId === undefined || !isPage) return;
  const Location = `/share/${shortId}/`;
  throw new HttpError(302, `The page of this link is ${Location}.`, { headers: { Location } });
}
