import type { SourceFile } from '../../document/read.js';
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
  #title: string | undefined;

  constructor(include: Include) {
    this.#include = include;
  }

  read(file: SourceFile, level: number): void {
    if (this.#seen.has(file.path)) return;
    this.#seen.add(file.path);
    const trees = treesOf(file, this.#findings);
    for (const tree of trees) {
      const services = tree.at('services');
      if (!services.isMap && !tree.at('include').isThere) {
        const message = 'This is no compose file: it has no "services" with names.';
        this.#findings.push(broken(message, tree.place));
        continue;
      }
      this.#title ??= tree.at('name').text;
      this.#includes(tree.at('include'), file, level);
      for (const [name, service] of services.entries()) this.#service(name, service);
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

  #service(name: string, service: Tree): void {
    const image = service.at('image').text;
    const is: Image | undefined = image === undefined ? undefined : imageOf(image);
    const before = this.#nodes.get(name);
    const caption = service.at('labels', 'org.opencontainers.image.description').text;
    const node: SketchNode = {
      key: name,
      name: service.at('container_name').text ?? name,
      type: is?.isStore ? 'store' : 'app',
      parent: SYSTEM,
      place: service.place,
      ...(is && { technology: is.technology }),
      ...(caption !== undefined && { caption }),
    };
    // A file on top of another says again what differs.
    this.#nodes.set(name, before ? { ...before, ...(image !== undefined && node) } : node);
    this.#dependencies(name, service);
    const base = service.at('extends');
    if (base.at('file').isThere)
      this.#findings.push(
        lost(`What ${name} takes from another file is not read.`, base.place, 'Give that file as well.'),
      );
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

/** No service is called so. */
const SYSTEM = '\u0000system';
