import { pluralize } from '../../../base/text/words.js';
import { truncate } from '../../validate/rule.js';
import { Diagnostics } from '../diagnostics.js';
import type { ReadDialect } from '../readers.js';
import type { SketchEdge, SketchNode } from '../sketch.js';
import { type Tree, treesOf } from './yaml-tree.js';

/**
 * Reads OpenAPI documents. Each becomes an app with its parts by tag, its servers as links, and its identity providers
 * as systems. Schemas are not imported.
 */
export const readOpenapi: ReadDialect = (files) => {
  const nodes: SketchNode[] = [];
  const edges: SketchEdge[] = [];
  const diagnostics = new Diagnostics();
  const issuers = new Map<string, SketchNode>();
  let title: string | undefined;
  const others: Tree['place'][] = [];
  for (const file of files) {
    for (const tree of treesOf(file, diagnostics.all)) {
      const name = tree.at('info', 'title').text;
      if (!(tree.at('openapi').exists || tree.at('swagger').exists) || name === undefined) {
        others.push(tree.place);
        continue;
      }
      title ??= name;
      const key = `app ${nodes.length}`;
      nodes.push(appOf(key, name, tree), ...partsOf(key, tree));
      reportServers(tree, diagnostics);
      reportTags(tree, diagnostics);
      reportOperations(tree, diagnostics);
      for (const [host, place] of issuersOf(tree)) {
        const issuer = issuers.get(host) ?? issuerOf(host, place);
        if (!issuers.has(host))
          diagnostics.guess(`"${host}" is an identity provider: it becomes an external system.`, place);
        issuers.set(host, issuer);
        edges.push({ from: key, to: issuer.key, name: 'Checks who signs in with', place });
      }
    }
  }
  // The folder may contain files of other tools.
  diagnostics.foreign(NO_DOCUMENT, others, nodes.length > 0);
  return {
    title,
    nodes: [...nodes, ...issuers.values()],
    edges,
    views: [],
    flows: [],
    findings: diagnostics.all,
  };
};

const NO_DOCUMENT = 'This is not an OpenAPI document: "openapi" (or "swagger") or info.title is missing.';

function appOf(key: string, name: string, tree: Tree): SketchNode {
  const info = tree.at('info');
  const text = [info.at('description').text, securityText(tree)].filter(Boolean).join('\n\n');
  return {
    key,
    name,
    type: 'app',
    technology: 'OpenAPI',
    place: info.place,
    caption: info.at('summary').text,
    description: text || undefined,
    labels: labelsOf(tree),
    links: [...serversOf(tree), ...pagesOf(tree)],
  };
}

/** Values without a field of their own. */
function labelsOf(tree: Tree): Record<string, string> {
  const info = tree.at('info');
  const contact = ['name', 'email'].flatMap((key) => info.at('contact', key).text ?? []).join(', ');
  const all = { version: info.at('version').text, license: info.at('license', 'name').text, contact };
  return Object.fromEntries(Object.entries(all).filter((it): it is [string, string] => Boolean(it[1])));
}

/** Whether it is a complete URL; templates and relative paths cannot be opened on their own. */
const isAddress = (url: string | undefined): url is string =>
  url !== undefined && /^https?:\/\/[^{}\s]+$/i.test(url);

/** URL of a server, with the defaults of its variables. */
const urlOf = (server: Tree): string | undefined =>
  server
    .at('url')
    .text?.replace(
      /\{([^{}]{1,100})\}/g,
      (name, key: string) => server.at('variables', key, 'default').text ?? name,
    );

function serversOf(tree: Tree): { url: string; name?: string | undefined }[] {
  const servers = tree.at('servers').items.flatMap((it) => {
    const [url, name] = [urlOf(it), it.at('description').text];
    return isAddress(url) ? [{ url, name: name?.trim() }] : [];
  });
  const host = tree.at('host').text;
  if (host === undefined) return servers;
  const schemes = tree.at('schemes').texts;
  const scheme = schemes.length === 0 || schemes.includes('https') ? 'https' : schemes[0];
  const url = `${scheme}://${host}${tree.at('basePath').text ?? ''}`;
  return isAddress(url) ? [...servers, { url }] : servers;
}

/** Reports servers without a complete URL, except for a relative root path. */
function reportServers(tree: Tree, diagnostics: Diagnostics): void {
  for (const server of tree.at('servers').items) {
    const url = urlOf(server) ?? '';
    if (!isAddress(url) && url !== '/' && url !== '')
      diagnostics.loss(`The server "${truncate(url)}" is skipped: its URL is incomplete.`, server.place);
  }
  for (const it of [...tree.at('paths').entries().values(), ...operationsOf(tree)])
    if (it.at('servers').exists)
      diagnostics.loss('Servers of a single path or operation are not imported.', it.at('servers').place);
}

/** Links to documentation. */
const pagesOf = (tree: Tree): { url: string; name: string }[] =>
  PAGES.flatMap(([name, ...keys]) => {
    const url = tree.at(...keys).text;
    return isAddress(url) ? [{ url, name }] : [];
  });

const PAGES = [
  ['Documentation', 'externalDocs', 'url'],
  ['Contact', 'info', 'contact', 'url'],
  ['Terms of service', 'info', 'termsOfService'],
] as const;

/** Reports the numbers of operations and schemas, which are not imported. */
function reportOperations(tree: Tree, diagnostics: Diagnostics): void {
  const schemas = tree.at('components', 'schemas');
  const operations = operationsOf(tree).length;
  const types = (schemas.exists ? schemas : tree.at('definitions')).entries().size;
  const counts = [
    ...(operations > 0 ? [pluralize(operations, 'operation')] : []),
    ...(types > 0 ? [pluralize(types, 'schema')] : []),
  ];
  if (counts.length > 0)
    diagnostics.guess(`${counts.join(' and ')} are not imported, except for tags.`, tree.place);
}

const operationsOf = (tree: Tree): Tree[] =>
  ['paths', 'webhooks'].flatMap((list) =>
    [...tree.at(list).entries().values()].flatMap((path) =>
      METHODS.flatMap((method) => (path.at(method).exists ? [path.at(method)] : [])),
    ),
  );

const schemesOf = (tree: Tree): ReadonlyMap<string, Tree> => {
  const schemes = tree.at('components', 'securitySchemes');
  return (schemes.exists ? schemes : tree.at('securityDefinitions')).entries();
};

/** `Security: apiKey in header X-Key; oauth2`, as a list. */
function securityText(tree: Tree): string {
  const lines = [...schemesOf(tree)].map(([name, scheme]) => {
    const parts = [scheme.at('type'), scheme.at('scheme'), scheme.at('in'), scheme.at('name')];
    const facts = parts.flatMap((it) => it.text ?? []).join(' ');
    return `- ${name}: ${facts}`;
  });
  return lines.length === 0 ? '' : `Security:\n\n${lines.join('\n')}`;
}

/** Hosts of identity providers, with the first location that names each. */
function issuersOf(tree: Tree): ReadonlyMap<string, Tree['place']> {
  const hosts = new Map<string, Tree['place']>();
  for (const scheme of schemesOf(tree).values()) {
    const flows = [scheme, ...scheme.at('flows').entries().values()];
    const urls = flows.flatMap((it) => [it.at('authorizationUrl'), it.at('tokenUrl')]);
    for (const { text, place } of [scheme.at('openIdConnectUrl'), ...urls]) {
      if (!isAddress(text) || !URL.canParse(text)) continue;
      const { host } = new URL(text);
      if (!hosts.has(host)) hosts.set(host, place);
    }
  }
  return hosts;
}

const issuerOf = (host: string, place: Tree['place']): SketchNode => ({
  key: `issuer ${host}`,
  name: host,
  type: 'system',
  external: true,
  place,
});

/** Components by tag, described by their operations. */
function partsOf(app: string, tree: Tree): SketchNode[] {
  const described = new Map(
    tree.at('tags').items.flatMap((it) => {
      const name = it.at('name').text;
      return name === undefined ? [] : [[name, it] as const];
    }),
  );
  return [...usedTagsOf(tree)].map((name): SketchNode => {
    const tag = described.get(name);
    const page = tag?.at('externalDocs', 'url').text;
    const about = tag?.at('externalDocs', 'description').text ?? 'Documentation';
    return {
      key: `${app} ${name}`,
      name: tag?.at('x-displayName').text ?? name,
      type: 'component',
      parent: app,
      place: (tag ?? tree.at('info')).place,
      description: tag?.at('description').text,
      caption: tag?.at('summary').text,
      links: isAddress(page) ? [{ url: page, name: about }] : undefined,
    };
  });
}

const usedTagsOf = (tree: Tree): ReadonlySet<string> =>
  new Set(operationsOf(tree).flatMap((it) => it.at('tags').texts));

/** Reports tags that become no component, and groups and parents of tags. */
function reportTags(tree: Tree, diagnostics: Diagnostics): void {
  const used = usedTagsOf(tree);
  for (const tag of tree.at('tags').items) {
    const name = tag.at('name').text ?? '';
    if (!used.has(name))
      diagnostics.loss(`The tag "${truncate(name)}" is skipped: it has no operation.`, tag.place);
    if (tag.at('parent').exists)
      diagnostics.loss(`The parent of the tag "${truncate(name)}" is not imported.`, tag.place);
  }
  const groups = tree.at('x-tagGroups');
  if (groups.exists) diagnostics.loss('Tag groups (x-tagGroups) are not imported.', groups.place);
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
