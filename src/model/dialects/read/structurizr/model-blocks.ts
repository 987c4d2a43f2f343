import { truncate } from '../../../validate/rule.js';
import { type Block, type Line, SKIPPED } from './block.js';
import { deploymentBlock } from './deployment.js';
import { type InlineField, readDetail, readInline } from './details.js';
import { itemsWhere } from './expressions.js';
import { type Archetype, arrowOf, type BaseKind, defaultsOf } from './kinds.js';
import { type EndsOf, readRelation, relationBlock } from './relations.js';
import type { Item, ItemKind } from './workspace.js';

/** Bodies of the model, its groups and its elements. */

interface Scope {
  /** Enclosing elements, several if one line selects them; none at the top of the model. */
  targets: readonly Item[];
  /** Key of the enclosing group. */
  group?: string;
}

/** Positional words of each kind of elements, and the allowed parents. */
const ELEMENTS: Partial<
  Record<BaseKind, { kind: ItemKind; order: readonly InlineField[]; within?: ItemKind }>
> = {
  person: { kind: 'person', order: ['description', 'tags'] },
  softwaresystem: { kind: 'softwareSystem', order: ['description', 'tags'] },
  element: { kind: 'element', order: ['metadata', 'description', 'tags'] },
  container: { kind: 'container', order: ['description', 'technology', 'tags'], within: 'softwareSystem' },
  component: { kind: 'component', order: ['description', 'technology', 'tags'], within: 'container' },
};

const EXPECTED_IN_MODEL =
  'person, softwareSystem, container, component, element, group, deploymentEnvironment, archetypes, or a relationship "a -> b"';
const EXPECTED_IN_ELEMENT =
  'a child element, group, description, technology, tags, url, properties, perspectives, or a relationship "-> b"';

export const modelBlock =
  (scope: Scope = { targets: [] }): Block =>
  (line) => {
    const { diagnostics, archetypes } = line.reading;
    const { targets } = scope;
    if (targets.length > 1 && !diagnostics.spendWork(targets.length, line.place)) return SKIPPED;
    const relation = readRelation(line, endsIn(scope, line));
    if (relation) return relation;
    const archetype = archetypes.of(line.keyword);
    if (archetype?.base === 'group') return readGroup(line, scope);
    if (archetype && archetype.base in ELEMENTS) return readElement(line, archetype, scope);
    if (targets.length > 0) return readSelection(line, scope) ?? readOfElement(line, targets);
    return readOfModel(line, scope) ?? readSelection(line, scope) ?? line.unexpected(EXPECTED_IN_MODEL);
  };

/** Properties of the workspace and of the model. */
export const PROPERTIES: Block = (line) => {
  line.reading.workspace.setProperty(line.text(0) ?? '', line.text(1), line.place);
  return SKIPPED;
};

function readOfModel(line: Line, scope: Scope): Block | undefined {
  switch (line.keyword) {
    case 'archetypes':
      return ARCHETYPES;
    case 'enterprise':
      return readGroup(line, scope);
    case 'deploymentenvironment':
      return deploymentBlock(line);
    case 'properties':
      return PROPERTIES;
    default:
      return undefined;
  }
}

function readOfElement(line: Line, targets: readonly Item[]): Block {
  const { keyword } = line;
  const value = line.text(1);
  if (keyword !== 'metadata' && keyword !== 'name')
    return readDetail(targets, line) ?? line.unexpected(EXPECTED_IN_ELEMENT);
  if (value !== undefined) for (const it of targets) it[keyword] = value;
  return SKIPPED;
}

function readGroup(line: Line, scope: Scope): Block {
  const { workspace } = line.reading;
  const name = line.text(1);
  if (name === undefined) return line.unexpected('group and a name');
  line.limit(2);
  const [target] = scope.targets;
  // Without a block, the line names the group of the element itself.
  if (!line.opens && target) {
    const above = target.group ?? target.parent?.key;
    for (const it of scope.targets) it.group = workspace.group(name, above, line.place).key;
    return SKIPPED;
  }
  const above = scope.group ?? (target && workspace.groupScopeOf(target));
  const group = workspace.group(name, above, line.place);
  if (line.identifier !== undefined) {
    group.identifier ??= line.identifier;
    workspace.nameOther(line.identifier);
  }
  return modelBlock({ targets: scope.targets, group: group.key });
}

function readElement(line: Line, archetype: Archetype, scope: Scope): Block {
  const { workspace, hierarchical } = line.reading;
  const element = ELEMENTS[archetype.base];
  const name = line.text(1);
  if (!element || name === undefined) return line.unexpected(`${line.text(0)} and a name`);
  const { kind, order, within } = element;
  const [parent] = scope.targets;
  if (scope.targets.length > 1 || parent?.kind !== within)
    return line.error(
      `The ${kind} "${truncate(name)}" is not allowed here.`,
      `Expected: in ${within === undefined ? 'the model or a group' : `a ${within}`}.`,
    );
  const item: Item = {
    ...defaultsOf(archetype),
    key: `element ${workspace.freshKey()}`,
    identifier: line.identifier,
    kind,
    name,
    metadata: archetype.metadata,
    parent,
    group: scope.group,
    archetypes: archetype.names,
    place: line.place,
  };
  readInline(item, line, 2, order);
  workspace.add(item, hierarchical);
  return modelBlock({ targets: [item] });
}

/** Ends of a relationship: each selected element has its own, unless the line names neither end with `this`. */
const endsIn =
  ({ targets }: Scope, line: Line): EndsOf =>
  (origin, target) => {
    if (origin === undefined && targets.length === 0) return undefined;
    const isOfEach = origin === undefined || [origin, target].includes('this');
    const within = targets.length === 0 ? [undefined] : isOfEach ? targets : targets.slice(0, 1);
    return within.map((item) => [
      origin === undefined && item ? item : line.reference(origin ?? '', item),
      line.reference(target, item),
    ]);
  };

/** Parses additional properties of elements and relationships that the line selects. */
function readSelection(line: Line, scope: Scope): Block | undefined {
  const { workspace, diagnostics } = line.reading;
  const [within] = scope.targets;
  const word = line.text(1) ?? '';
  switch (line.keyword) {
    case '!extend':
    case '!ref':
    case '!element':
    case '!relationship': {
      const reference = line.reference(word, within);
      const item = workspace.itemAt(reference);
      if (item) return modelBlock({ targets: [item] });
      const relation = workspace.relationAt(reference);
      if (relation) return relationBlock([relation]);
      return line.loss(`"${truncate(word)}" is not an element defined above.`);
    }
    case '!elements':
    case '!relationships': {
      const isOfElements = line.keyword === '!elements';
      if (isOfElements && !diagnostics.spendWork(workspace.items.length, line.place)) return SKIPPED;
      const items = isOfElements ? itemsWhere(word, within, line) : undefined;
      if (items) return items.length === 0 ? SKIPPED : modelBlock({ targets: items });
      return line.loss(
        `The expression "${truncate(word)}" and its block are not supported: they are skipped.`,
      );
    }
    default:
      return undefined;
  }
}

/** Parses `name = kind { … }`, or `kind { … }` for defaults of a kind. */
const ARCHETYPES: Block = (line) => {
  const { archetypes } = line.reading;
  const word = line.text(0) ?? '';
  const arrow = arrowOf(word);
  const base = arrow === undefined ? archetypes.of(word) : archetypes.ofArrow(arrow);
  if (!base) return line.unexpected('a kind of element, "->", or an archetype defined above');
  const { identifier } = line;
  const archetype: Archetype = {
    ...base,
    tags: [...base.tags],
    urls: [...base.urls],
    labels: new Map(base.labels),
    names: identifier === undefined ? base.names : [identifier, ...base.names],
  };
  archetypes.define(identifier ?? word, archetype);
  return (inner) => {
    if (inner.keyword !== 'metadata')
      return (
        readDetail([archetype], inner) ??
        inner.unexpected('description, technology, tag, tags, metadata, properties or perspectives')
      );
    archetype.metadata = inner.text(1) ?? archetype.metadata;
    return SKIPPED;
  };
};
