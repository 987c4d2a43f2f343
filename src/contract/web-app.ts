import { isLoopback } from '../base/network/loopback.js';

/**
 * URLs of web application pages (docs/service.md#web-application). The API does not return them: the defaults come from
 * public links, and a configured pattern overrides them.
 */

/** Records with a page of their own. */
export const WEB_KINDS = ['landscape', 'diagram', 'object', 'flow', 'adr'] as const;
export type WebKind = (typeof WEB_KINDS)[number];

/** Target of a page. Handles work in every version. */
export interface WebPage {
  kind: WebKind;
  id: string;
  /** Its `handleId`; the id is used if it has none. */
  handle?: string | undefined;
  landscape: string;
  /** Id of the version, or `latest`. */
  version: string;
  /** Handle of the flow's diagram. */
  diagram?: string | undefined;
}

/** Placeholders in a pattern, written in braces. */
export const WEB_PLACEHOLDERS = ['kind', 'id', 'handle', 'landscape', 'version', 'diagram'] as const;

const VERSION = '/landscapes/{landscape}/versions/{version}';

/** Default page paths, used if only the base URL of the web application is configured. */
const PAGES: Readonly<Record<WebKind, string>> = {
  landscape: `${VERSION}/overview`,
  diagram: `${VERSION}/diagrams/editor?diagram={handle}`,
  object: `${VERSION}/model/objects?object={handle}`,
  flow: `${VERSION}/diagrams/editor?diagram={diagram}&flow={handle}`,
  // Public sources contain no link to a decision.
  adr: `${VERSION}/overview`,
};

const PLACEHOLDER = /\{([^{}]*)\}/g;

/** A URL with a literal host. */
const WITH_HOST = /^https?:\/\/[^/?#\\{}]+(?:[/?#]|$)/i;

/** Sample values for checking a pattern. */
const SAMPLE: WebPage = {
  kind: 'object',
  id: 'x',
  handle: 'x',
  landscape: 'x',
  version: 'x',
  diagram: 'x',
};

/**
 * Base URL of the web application, derived from the service's: `app.example.com` for `api.example.com`. Undefined if it
 * cannot be derived, e.g. for a local service.
 */
export function webAppBeside(baseUrl: string): string | undefined {
  if (!URL.canParse(baseUrl)) return undefined;
  const { protocol, hostname, host } = new URL(baseUrl);
  if (isLoopback(hostname) || !/^api\./i.test(host)) return undefined;
  return `${protocol}//app.${host.slice('api.'.length)}`;
}

/** Error in a pattern, as part of a sentence; undefined if it is valid. */
export function webPatternProblem(pattern: string): string | undefined {
  const names: readonly string[] = WEB_PLACEHOLDERS;
  const unknown = [...pattern.matchAll(PLACEHOLDER)].find(([, name = '']) => !names.includes(name));
  if (unknown)
    return `contains the unknown placeholder ${unknown[0]}; available: ${names.map((name) => `{${name}}`).join(', ')}`;
  const address = filled(pattern, SAMPLE);
  if (!URL.canParse(address)) return 'is not an http(s) address';
  const { protocol, username, password } = new URL(address);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb || username !== '' || password !== '') return 'is not an http(s) address';
  // An id must not determine the host that is requested.
  return WITH_HOST.test(pattern) ? undefined : 'has a placeholder in its host name';
}

/**
 * URL of a page. Values are percent-encoded, so that none can lead to another page.
 *
 * @param pattern base URL of the web application, or a URL with placeholders
 * @throws `TypeError` for a value that cannot be a path segment
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
  // URL parsing resolves "." and ".." segments, even if percent-encoded.
  if (value === '.' || value === '..') throw new TypeError(`"${value}" is not a valid path segment.`);
  return encodeURIComponent(value.replace(/[\uD800-\uDFFF]/gu, '\uFFFD'));
}
