import type { SourceFile } from '../../document/read.js';
import { told } from '../../validate/rule.js';
import type { Include, ReadDialect } from '../readers.js';
import { broken, inferred, lost, type Sketch, type SketchEdge, type SketchNode } from '../sketch.js';
import { type Image, imageOf } from './compose-images.js';
import { type Tree, treesOf } from './yaml-tree.js';

/** Compose files: services as apps of one system, stores by their images, and who waits for whom. */
export const readCompose: ReadDialect = (files, include) => {
  const reading = new Compose(include);
  for (const file of files) reading.read(file, 0);
  return reading.sketch();
};

/** Files that include each other. */
const MOST_LEVELS = 20;

/** What a service says of others. */
interface Wanted {
  from: string;
  to: string;
  words: string;
  at: Tree;
}

class Compose {
  readonly #include: Include;
  readonly #nodes = new Map<string, SketchNode>();
  readonly #wanted: Wanted[] = [];
  readonly #findings: Sketch['findings'][number][] = [];
  readonly #seen = new Set<string>();
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
      if (!services.isMap && !tree.at('include').isThere) {
        const message = 'This is no compose file: it has no "services" with names.';
        this.#findings.push(broken(message, tree.place));
        continue;
      }
      this.#title ??= filled(tree.at('name').text);
      this.#includes(tree.at('include'), file, level);
      for (const [name, service] of services.entries())
        this.#service(name, service, this.#basesOf(service, services, file));
    }
  }

  #includes(tree: Tree, file: SourceFile, level: number): void {
    for (const it of tree.items) {
      const paths = it.isMap ? it.at('path').texts : it.texts;
      for (const path of paths) {
        const others = level < MOST_LEVELS ? this.#include(path, file) : undefined;
        if (others) for (const other of others) this.read(other, level + 1);
        else
          this.#findings.push(
            lost(`The file ${path} is not read: only files beside this one are.`, it.place),
          );
      }
    }
  }

  /** A file may be named many times, and is read once. */
  #treesOf(file: SourceFile): readonly Tree[] {
    const known = this.#trees.get(file.path) ?? treesOf(file, this.#findings);
    this.#trees.set(file.path, known);
    return known;
  }

  /** What a service takes from others, the nearest first. */
  #basesOf(first: Tree, beside: Tree, from: SourceFile): Tree[] {
    const bases: Tree[] = [];
    let [service, services, file] = [first, beside, from];
    for (let base = service.at('extends'); base.isThere; base = service.at('extends')) {
      const path = base.at('file').text;
      const name = base.text ?? base.at('service').text ?? '';
      const [other] = path === undefined ? [file] : (this.#include(path, file) ?? []);
      if (path !== undefined && other) services = this.#treesOf(other)[0]?.at('services') ?? services;
      const found = services.at(name);
      if (!other || !found.isThere || bases.length === MOST_LEVELS) {
        const message = `What it takes from ${told(name)} is not read: only services beside it, or in files beside this one, are.`;
        this.#findings.push(lost(message, base.place));
        break;
      }
      bases.push(found);
      [service, file] = [found, other];
    }
    return bases;
  }

  #service(name: string, service: Tree, bases: readonly Tree[]): void {
    const all = [service, ...bases];
    const first = (...keys: readonly string[]): string | undefined =>
      filled(all.map((it) => it.at(...keys).text).find((it) => it !== undefined));
    const image = first('image');
    const is: Image | undefined = image === undefined ? undefined : imageOf(image);
    const called = filled(service.at('container_name').text);
    const caption = first('labels', 'org.opencontainers.image.description');
    const profiles = service.at('profiles').texts;
    // A file on top of another says again what differs.
    const before = this.#nodes.get(name) ?? { key: name, name, type: 'app', parent: SYSTEM };
    this.#nodes.set(name, {
      ...before,
      place: before.place ?? service.place,
      ...(called !== undefined && { name: called }),
      ...(is && { type: is.isStore ? 'store' : 'app', technology: is.technology }),
      ...(caption !== undefined && { caption }),
      ...(profiles.length > 0 && { tags: profiles }),
    });
    for (const it of all) this.#dependencies(name, it);
  }

  #dependencies(from: string, service: Tree): void {
    const want = (to: string | undefined, words: string, at: Tree): void => {
      if (to !== undefined && to !== from) this.#wanted.push({ from, to, words, at });
    };
    const needs = service.at('depends_on');
    for (const [to, how] of needs.entries()) want(to, 'Depends on', how);
    for (const it of needs.items) want(it.text, 'Depends on', it);
    for (const it of service.at('links').items) want(it.text?.split(':')[0], 'Links to', it);
    const mode = service.at('network_mode');
    const [, shared] = /^service:(.+)$/.exec(mode.text ?? '') ?? [];
    want(shared, 'Shares the network of', mode);
  }

  sketch(): Sketch {
    const title = this.#title;
    const nodes = [...this.#nodes.values()];
    if (nodes.length > 0 && title === undefined)
      this.#findings.push(inferred('The file has no "name": its services are of a system "Services".'));
    const edges = this.#wanted.map(
      ({ from, to, words, at }): SketchEdge => ({
        from,
        to,
        name: words,
        place: at.place,
      }),
    );
    const system: SketchNode = { key: SYSTEM, name: title ?? 'Services', type: 'system' };
    return {
      ...(title !== undefined && { title }),
      nodes: nodes.length > 0 ? [system, ...nodes] : [],
      edges,
      views: [],
      flows: [],
      findings: this.#findings,
    };
  }
}

/** With the values that stand in for variables: `${TAG:-16}`. */
const filled = (text: string | undefined): string | undefined =>
  text?.replace(/\$\{\w{1,100}:?-([^{}]{0,500})\}/g, '$1');

/** No service is called so. */
const SYSTEM = '\u0000system';
