import { isLoopback } from '../base/loopback.js';

/**
 * Addresses of pages of the web application (docs/service.md#web-application). The API tells none of them: where it lies
 * and what its pages are called is read off public links, and a pattern of one's own goes first.
 */

/** What has a page of its own. */
export const WEB_KINDS = ['landscape', 'diagram', 'object', 'flow'] as const;
export type WebKind = (typeof WEB_KINDS)[number];

/** What a page is of. Handles lead to it in every version. */
export interface WebPage {
  kind: WebKind;
  id: string;
  /** Its `handleId`; the id stands in for what has none. */
  handle?: string | undefined;
  landscape: string;
  /** Id of the version, or `latest`. */
  version: string;
  /** Handle of the diagram that a flow runs on. */
  diagram?: string | undefined;
}

/** What may stand in a pattern, in braces. */
export const WEB_PLACEHOLDERS = ['kind', 'id', 'handle', 'landscape', 'version', 'diagram'] as const;

const VERSION = '/landscapes/{landscape}/versions/{version}';

/** Pages below the address of the web application, where it is all that is known. */
const PAGES: Readonly<Record<WebKind, string>> = {
  landscape: `${VERSION}/overview`,
  diagram: `${VERSION}/diagrams/editor?diagram={handle}`,
  object: `${VERSION}/model/objects?object={handle}`,
  flow: `${VERSION}/diagrams/editor?diagram={diagram}&flow={handle}`,
};

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** An address whose host is spelled out. */
const WITH_HOST = /^https?:\/\/[^/?#\\{}]+(?:[/?#]|$)/i;

/** Stands in for a value that fits everywhere. */
const SAMPLE: WebPage = {
  kind: 'object',
  id: 'x',
  handle: 'x',
  landscape: 'x',
  version: 'x',
  diagram: 'x',
};

/**
 * Where the web application lies, as far as the address of the service tells: beside `api.example.com` is
 * `app.example.com`. Undefined where nothing is known, as of a service on this machine.
 */
export function webAppBeside(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { protocol, hostname, host } = new URL(baseUrl);
  if (isLoopback(hostname) || !/^api\./i.test(host)) return undefined;
  return `${protocol}//app.${host.slice('api.'.length)}`;
}

/** What is wrong with a pattern, as part of a sentence; undefined where nothing is. */
export function webPatternProblem(pattern: string): string | undefined {
  const names: readonly string[] = WEB_PLACEHOLDERS;
  const unknown = [...pattern.matchAll(PLACEHOLDER)].find(([, name = '']) => !names.includes(name));
  if (unknown) return `holds ${unknown[0]}; there are ${names.map((name) => `{${name}}`).join(', ')}`;
  const address = filled(pattern, SAMPLE);
  if (!URL.canParse(address)) return 'is not an http(s) address';
  const { protocol, username, password } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || username !== '' || password !== '') return 'is not an http(s) address';
  // No id may say where the page is asked for.
  return WITH_HOST.test(pattern) ? undefined : 'has a placeholder in the name of its host';
}

/**
 * The address of a page. @param pattern where the web application lies, or an address with placeholders. Each value is
 * percent-encoded: none reaches another page. Errors: `TypeError` for what can be no part of a path.
 */
export function webAddress(pattern: string, page: WebPage): string {
  const whole = /\{/.test(pattern) ? pattern : `${pattern.replace(/\/+$/, '')}${PAGES[page.kind]}`;
  return new URL(filled(whole, page)).href;
}

const filled = (pattern: string, page: WebPage): string =>
  pattern.replace(PLACEHOLDER, (_, name: keyof WebPage) =>
    part(page[name] ?? (name === 'handle' ? page.id : '')),
  );

function part(value: string): string {
  // URL parsing folds "." and ".." away, percent-encoded or not.
  if (value === '.' || value === '..') throw new TypeError(`"${value}" can be no part of an address.`);
  return encodeURIComponent(value.replace(/[\uD800-\uDFFF]/gu, '\uFFFD'));
}
