import { truncate } from '../../../validate/rule.js';
import { ARCHETYPES } from './archetypes.js';
import {
  type Block,
  keywordOf,
  type Line,
  type Reading,
  referenceTo,
  reportExtra,
  SKIPPED,
  textAt,
  unexpected,
} from './block.js';
import { deploymentOf } from './deployment.js';
import { readDescribed, readInline } from './described.js';
import { itemsWhere } from './expressions.js';
import { type Archetype, type BaseKind, inherited } from './kinds.js';
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
  Record<
    BaseKind,
    {
      kind: ItemKind;
      order: readonly ('description' | 'technology' | 'metadata' | 'tags')[];
      within?: ItemKind;
    }
  >
> = {
  person: { kind: 'person', order: ['description', 'tags'] },
  softwaresystem: { kind: 'softwareSystem', order: ['description', 'tags'] },
  element: { kind: 'element', order: ['metadata', 'description', 'tags'] },
  container: {
    kind: 'container',
    order: ['description', 'technology', 'tags'],
    within: 'softwareSystem',
  },
  component: { kind: 'component', order: ['description', 'technology', 'tags'], within: 'container' },
};

const EXPECTED_IN_MODEL =
  'person, softwareSystem, container, component, element, group, deploymentEnvironment, archetypes, or a relationship "a -> b"';
const EXPECTED_IN_ELEMENT =
  'a child element, group, description, technology, tags, url, properties, perspectives, or a relationship "-> b"';

export const modelBlock = (scope: Scope = { targets: [] }): Block => ({
  read(line, reading) {
    const isOfMany = scope.targets.length > 1;
    if (isOfMany && !reading.diagnostics.spend(scope.targets.length, line.place)) return SKIPPED;
    const relation = readRelation(line, reading, endsIn(scope, reading), SKIPPED);
    if (relation) return relation;
    const archetype = reading.archetypes.of(keywordOf(line));
    if (archetype?.base === 'group') return readGroup(line, scope, reading);
    if (archetype && archetype.base in ELEMENTS) return readElement(line, archetype, scope, reading);
    const other = scope.targets.length === 0 ? readOfModel(line, scope, reading) : undefined;
    if (other) return other;
    const found = readFound(line, scope, reading);
    if (found) return found;
    if (scope.targets.length === 0) return unexpected(line, reading, EXPECTED_IN_MODEL);
    return readOfElement(line, scope, reading);
  },
});

/** Properties of the workspace and of the model. */
export const PROPERTIES: Block = {
  read(line, { workspace }) {
    workspace.setProperty(textAt(line, 0) ?? '', textAt(line, 1), line.place);
    return SKIPPED;
  },
};

function readOfModel(line: Line, scope: Scope, reading: Reading): Block | undefined {
  switch (keywordOf(line)) {
    case 'archetypes':
      return ARCHETYPES;
    case 'enterprise':
      return readGroup(line, scope, reading);
    case 'deploymentenvironment':
      return deploymentOf(line, reading);
    case 'properties':
      return PROPERTIES;
    default:
      return undefined;
  }
}

function readOfElement(line: Line, { targets }: Scope, reading: Reading): Block | undefined {
  const keyword = keywordOf(line);
  const value = textAt(line, 1);
  if (keyword === 'metadata' || keyword === 'name') {
    if (value !== undefined) for (const it of targets) it[keyword] = value;
    return SKIPPED;
  }
  return readDescribed(targets, line, reading) ?? unexpected(line, reading, EXPECTED_IN_ELEMENT);
}

function readGroup(line: Line, scope: Scope, reading: Reading): Block {
  const name = textAt(line, 1);
  if (name === undefined) {
    unexpected(line, reading, 'group and a name');
    return SKIPPED;
  }
  reportExtra(line, 2, reading);
  const [target] = scope.targets;
  // Without a block, the line names the group of the element itself.
  if (!line.opens && target) {
    const above = target.group ?? target.parent?.key;
    for (const it of scope.targets) it.group = reading.workspace.group(name, above, line.place).key;
    return SKIPPED;
  }
  const above = scope.group ?? (target && reading.workspace.aroundGroupsIn(target));
  const group = reading.workspace.group(name, above, line.place);
  if (line.identifier !== undefined) {
    group.identifier ??= line.identifier;
    reading.workspace.nameOther(line.identifier);
  }
  return modelBlock({ targets: scope.targets, group: group.key });
}

function readElement(line: Line, archetype: Archetype, scope: Scope, reading: Reading): Block | undefined {
  const how = ELEMENTS[archetype.base];
  const name = textAt(line, 1);
  if (!how || name === undefined) {
    unexpected(line, reading, `${textAt(line, 0)} and a name`);
    return SKIPPED;
  }
  const [parent] = scope.targets;
  if (scope.targets.length > 1 || parent?.kind !== how.within) {
    const where = how.within === undefined ? 'the model or a group' : `a ${how.within}`;
    reading.diagnostics.broken(
      `The ${how.kind} "${truncate(name)}" is not allowed here.`,
      line.place,
      `Expected: in ${where}.`,
    );
    return SKIPPED;
  }
  const item: Item = {
    ...inherited(archetype),
    key: `element ${reading.workspace.freshKey()}`,
    kind: how.kind,
    name,
    archetypes: archetype.names,
    place: line.place,
    ...(archetype.metadata !== undefined && { metadata: archetype.metadata }),
    ...(line.identifier !== undefined && { identifier: line.identifier }),
    ...(parent && { parent }),
    ...(scope.group !== undefined && { group: scope.group }),
  };
  readInline(item, line, 2, how.order, reading);
  reading.workspace.add(item, reading.hierarchical);
  return modelBlock({ targets: [item] });
}

/** Ends of a relationship: each selected element has its own, unless the line names neither end with `this`. */
const endsIn =
  ({ targets }: Scope, reading: Reading): EndsOf =>
  (origin, target) => {
    if (origin === undefined && targets.length === 0) return undefined;
    const isOfEach = origin === undefined || [origin, target].includes('this');
    const within = targets.length === 0 ? [undefined] : isOfEach ? targets : targets.slice(0, 1);
    return within.map((item) => [
      origin === undefined && item ? item : referenceTo(origin ?? '', item, reading),
      referenceTo(target, item, reading),
    ]);
  };

/** Parses additional properties of elements and relationships by identifier. */
function readFound(line: Line, scope: Scope, reading: Reading): Block | undefined {
  const keyword = keywordOf(line);
  const word = textAt(line, 1) ?? '';
  const reference = referenceTo(word, scope.targets[0], reading);
  switch (keyword) {
    case '!extend':
    case '!ref':
    case '!element':
    case '!relationship': {
      const item = reading.workspace.itemAt(reference);
      if (item) return modelBlock({ targets: [item] });
      const relation = reading.workspace.relationAt(reference);
      if (relation) return relationBlock([relation]);
      reading.diagnostics.lost(`"${truncate(word)}" is not an element defined above.`, line.place);
      return SKIPPED;
    }
    case '!elements': {
      if (!reading.diagnostics.spend(reading.workspace.items.length, line.place)) return SKIPPED;
      const items = itemsWhere(word, scope.targets[0], reading);
      if (items) return items.length === 0 ? SKIPPED : modelBlock({ targets: items });
      reading.diagnostics.lost(
        `The expression "${truncate(word)}" and its block are not supported: they are skipped.`,
        line.place,
      );
      return SKIPPED;
    }
    case '!relationships':
      reading.diagnostics.lost(
        `The expression "${truncate(word)}" and its block are not supported: they are skipped.`,
        line.place,
      );
      return SKIPPED;
    default:
      return undefined;
  }
}
