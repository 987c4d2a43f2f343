import type { Place } from '../../document/element.js';
import type { SourceFile } from '../../document/read.js';
import { truncate } from '../../validate/rule.js';
import { Diagnostics } from '../diagnostics.js';
import type { Include, ReadDialect } from '../readers.js';
import type { Sketch, SketchEdge, SketchNode } from '../sketch.js';
import {
  keyAndValue,
  LOCAL,
  type Mention,
  mentionsIn,
  mentionsInFile,
  withDefaults,
} from './compose-hosts.js';
import { type Image, imageOf } from './compose-images.js';
import { type Tree, treesOf } from './yaml-tree.js';

/** Reads Compose files: services as apps of one system, stores by image, and dependencies between services. */
export const readCompose: ReadDialect = (files, include) => {
  const reading = new ComposeReader(include);
  for (const file of files) reading.read(file, 0);
  return reading.sketch();
};

/** Limits recursion of files that include each other. */
const MAX_LEVELS = 20;

/** A connection from a service to another. */
interface Dependency {
  from: string;
  to: string;
  words: string;
  at: Tree;
  /** Names of the variables that mention the target, if only variables do. */
  description?: string;
}

class ComposeReader {
  readonly #include: Include;
  readonly #nodes = new Map<string, SketchNode>();
  readonly #dependencies: Dependency[] = [];
  readonly #diagnostics = new Diagnostics();
  readonly #seen = new Set<string>();
  /** Services by the linking service and the alias. */
  readonly #aliases = new Map<string, string>();
  /** Services by host name. */
  readonly #hosts = new Map<string, string>();
  readonly #mentions: Mention[] = [];
  /** Documents without services. */
  readonly #others: Place[] = [];
  /** Service fields that the model cannot hold. */
  readonly #unread = new Set<string>();
  readonly #trees = new Map<string, readonly Tree[]>();
  #title: string | undefined;

  constructor(include: Include) {
    this.#include = include;
  }

  read(file: SourceFile, level: number): void {
    if (this.#seen.has(file.path)) return;
    this.#seen.add(file.path);
    for (const tree of this.#treesOf(file)) {
      const services = tree.at('services');
      if (!services.isMap && !tree.at('include').exists) {
        this.#others.push(tree.place);
        continue;
      }
      this.#title ??= withDefaults(tree.at('name').text);
      this.#includes(tree.at('include'), file, level);
      for (const [name, service] of services.entries())
        this.#service(name, service, this.#basesOf(service, services, file), file);
    }
  }

  #includes(tree: Tree, file: SourceFile, level: number): void {
    for (const it of tree.items) {
      const paths = it.isMap ? it.at('path').texts : it.texts;
      for (const path of paths) {
        const others = level < MAX_LEVELS ? this.#include(path, file) : undefined;
        if (others) for (const other of others) this.read(other, level + 1);
        else
          this.#diagnostics.loss(
            `The file ${path} is not read: it must be in the folder of this one.`,
            it.place,
          );
      }
    }
  }

  /** Caches parsed files, since a file may be named many times. */
  #treesOf(file: SourceFile): readonly Tree[] {
    const known = this.#trees.get(file.path) ?? treesOf(file, this.#diagnostics.all);
    this.#trees.set(file.path, known);
    return known;
  }

  /** Services that this one extends, the nearest first. */
  #basesOf(first: Tree, beside: Tree, from: SourceFile): Tree[] {
    const bases: Tree[] = [];
    let [service, services, file] = [first, beside, from];
    for (let base = service.at('extends'); base.exists; base = service.at('extends')) {
      const path = base.at('file').text;
      const name = base.text ?? base.at('service').text ?? '';
      const [other] = path === undefined ? [file] : (this.#include(path, file) ?? []);
      if (path !== undefined && other) services = this.#treesOf(other)[0]?.at('services') ?? services;
      const found = services.at(name);
      if (!other || !found.exists || bases.length === MAX_LEVELS) {
        const message = `"extends" from ${truncate(name)} is not read: the service must be in this file or in a file of the same folder.`;
        this.#diagnostics.loss(message, base.place);
        break;
      }
      bases.push(found);
      [service, file] = [found, other];
    }
    return bases;
  }

  #service(name: string, service: Tree, bases: readonly Tree[], file: SourceFile): void {
    const all = [service, ...bases];
    const first = (...keys: readonly string[]): string | undefined =>
      withDefaults(all.map((it) => it.at(...keys).text).find((it) => it !== undefined));
    const image = first('image');
    const is: Image | undefined = image === undefined ? undefined : imageOf(image);
    const called = withDefaults(service.at('container_name').text);
    const caption = first('labels', DESCRIPTION);
    const labels = Object.assign({}, ...all.toReversed().map(labelsOf));
    const profiles = service.at('profiles').texts;
    // An override file repeats only what differs.
    const before = this.#nodes.get(name) ?? { key: name, name, type: 'app', parent: SYSTEM };
    this.#nodes.set(name, {
      ...before,
      place: before.place ?? service.place,
      ...(called !== undefined && { name: called }),
      ...(is && { type: is.isStore ? 'store' : 'app', technology: is.technology }),
      ...(caption !== undefined && { caption }),
      ...(Object.keys(labels).length > 0 && { labels }),
      ...(profiles.length > 0 && { tags: profiles }),
    });
    const aliases = [...service.at('networks').entries().values()].flatMap((it) => it.at('aliases').texts);
    for (const it of [called, withDefaults(service.at('hostname').text), ...aliases])
      if (it !== undefined && !this.#hosts.has(it)) this.#hosts.set(it, name);
    for (const it of all) {
      this.#readDependencies(name, it);
      this.#mentions.push(...mentionsIn(name, it));
      this.#environmentFiles(name, it.at('env_file'), file);
    }
    this.#reportUnread(name, all);
  }

  #environmentFiles(from: string, tree: Tree, file: SourceFile): void {
    for (const it of tree.items.length > 0 ? tree.items : [tree]) {
      const path = withDefaults(it.text ?? it.at('path').text);
      if (path === undefined || it.at('required').text === 'false') continue;
      const found = this.#include(path, file);
      if (found) for (const { text } of found) this.#mentions.push(...mentionsInFile(from, text, it));
      else
        this.#diagnostics.loss(
          `The file ${truncate(path)} is not read: it must be in the folder of this one.`,
          it.place,
        );
    }
  }

  /** Reports connections to services that the file does not contain. */
  #reportUnread(name: string, all: readonly Tree[]): void {
    for (const key of UNREAD) if (all.some((it) => it.at(key).exists)) this.#unread.add(key);
    for (const { text, place } of all.flatMap((it) => it.at('external_links').items))
      this.#diagnostics.loss(
        `The external link ${truncate(text ?? '')} of ${truncate(name)} is skipped: its target is outside of the file.`,
        place,
      );
  }

  #readDependencies(from: string, service: Tree): void {
    const add = (to: string | undefined, words: string, at: Tree): void => {
      if (to !== undefined && to !== from) this.#dependencies.push({ from, to, words, at });
    };
    const needs = service.at('depends_on');
    for (const [to, how] of needs.entries()) add(to, 'Depends on', how);
    for (const it of needs.items) add(it.text, 'Depends on', it);
    for (const it of service.at('links').items) {
      const [to, alias] = it.text?.split(':') ?? [];
      add(to, 'Links to', it);
      if (to !== undefined && alias !== undefined) this.#aliases.set(JSON.stringify([from, alias]), to);
    }
    for (const it of service.at('volumes_from').items)
      if (!it.text?.startsWith('container:')) add(it.text?.split(':')[0], 'Uses the volumes of', it);
    for (const [key, what] of SHARED) {
      const mode = service.at(key);
      const [, shared] = /^service:(.+)$/.exec(mode.text ?? '') ?? [];
      add(shared, `Shares the ${what} of`, mode);
    }
  }

  /** Connections to services that only variables or commands mention, one a pair. */
  #mentionedDependencies(): Dependency[] {
    const known = new Set(this.#dependencies.map(({ from, to }) => JSON.stringify([from, to])));
    const found = new Map<string, Dependency>();
    for (const { from, host, isUrl, key, at } of this.#mentions) {
      const linked = this.#aliases.get(JSON.stringify([from, host]));
      const to = linked ?? (this.#nodes.has(host) ? host : this.#hosts.get(host));
      if (to === undefined && isUrl && !LOCAL.test(host)) {
        const message = `${truncate(from)} refers to ${truncate(host)} in ${truncate(key)}, which is not a service of the file: the reference is skipped.`;
        this.#diagnostics.loss(message, at.place);
      }
      const pair = JSON.stringify([from, to]);
      if (to === undefined || to === from || known.has(pair)) continue;
      const before = found.get(pair);
      const keys = new Set([...(before?.description?.split(', ') ?? []), key]);
      found.set(pair, {
        from,
        to,
        words: 'Connects to',
        at: before?.at ?? at,
        description: [...keys].join(', '),
      });
    }
    return [...found.values()];
  }

  sketch(): Sketch {
    const title = this.#title;
    const nodes = [...this.#nodes.values()];
    // The folder may contain YAML files of other tools.
    this.#diagnostics.foreign(NO_SERVICES, this.#others, nodes.length > 0);
    if (this.#unread.size > 0)
      this.#diagnostics.guess(`Fields of services that are not imported: ${[...this.#unread].join(', ')}.`);
    if (nodes.length > 0 && title === undefined)
      this.#diagnostics.guess('The file has no "name": its services are put into a system named "Services".');
    const edges = [...this.#dependencies, ...this.#mentionedDependencies()].map(
      ({ words, at, ...edge }): SketchEdge => ({ ...edge, name: words, place: at.place }),
    );
    const system: SketchNode = { key: SYSTEM, name: title ?? 'Services', type: 'system' };
    return {
      title,
      nodes: nodes.length > 0 ? [system, ...nodes] : [],
      edges,
      views: [],
      flows: [],
      findings: this.#diagnostics.all,
    };
  }
}

const NO_SERVICES = 'This is not a Compose file: it has no "services" map.';
const UNREAD = ['ports', 'volumes', 'networks', 'secrets', 'configs', 'deploy', 'healthcheck'];

/** Keys of resources that services share. */
const SHARED = [
  ['network_mode', 'network'],
  ['ipc', 'memory'],
  ['pid', 'processes'],
] as const;

/** Labels of a service, as a map or as `key=value`, without its description. */
function labelsOf(service: Tree): Record<string, string> {
  const labels = service.at('labels');
  const listed = labels.items.map((it) => keyAndValue(it.text ?? ''));
  const all = [...[...labels.entries()].map(([key, it]) => ({ key, text: it.text ?? '' })), ...listed];
  return Object.fromEntries(
    all.flatMap(({ key, text }) => (text === '' || key === DESCRIPTION ? [] : [[key, text]])),
  );
}

const DESCRIPTION = 'org.opencontainers.image.description';

/** Cannot be the name of a service. */
const SYSTEM = '\u0000system';
