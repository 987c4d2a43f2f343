import { truncate } from '../../../validate/rule.js';
import { ImpliedPairs } from '../../implied-pairs.js';
import type { SketchFlow, SketchView } from '../../sketch.js';
import { spelledOut } from '../ids.js';
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
import type { Dynamic, Item, Step, Workspace } from './workspace.js';

/**
 * Dynamic views, which become flows:
 *
 *     view  = "dynamic" ("*" | element) [key] [description] "{" line* "}"
 *     line  = step | "{" line* "}" | "title" text | "description" text | "autoLayout" …
 *     step  = [number ":"] (element "->" element [text] [technology] | relationship [text])
 */
export function readDynamic(line: Line, reading: Reading): Block {
  const of = textAt(line, 1);
  if (of === undefined) {
    unexpected(line, reading, 'dynamic, and "*" or the identifier of what it shows');
    return SKIPPED;
  }
  reportExtra(line, 4, reading);
  const [key, description] = [textAt(line, 2), textAt(line, 3)];
  const dynamic: Dynamic = {
    steps: [],
    place: line.place,
    ...(of !== '*' && { of: referenceTo(of, undefined, reading) }),
    ...(key !== undefined && { key }),
    ...(description !== undefined && { description }),
  };
  reading.workspace.dynamics.push(dynamic);
  return dynamicBlock(dynamic);
}

const LOOKS = new Set(['autolayout', 'default', 'animation', 'properties']);
const PARALLEL = 'Parallel steps become sequential steps.';
const NUMBER = /^([\d.]+):$/;

const dynamicBlock = (dynamic: Dynamic, isParallel = false): Block => ({
  read(line, reading) {
    const keyword = keywordOf(line);
    if (line.words.length === 0) {
      if (!isParallel) reading.diagnostics.lost(PARALLEL, dynamic.steps.at(-1)?.place ?? dynamic.place);
      return dynamicBlock(dynamic, true);
    }
    if (LOOKS.has(keyword)) return SKIPPED;
    if (keyword === 'title' || keyword === 'description') {
      reportExtra(line, 2, reading);
      const value = textAt(line, 1);
      if (value !== undefined) dynamic[keyword] = value;
      return SKIPPED;
    }
    const [, order] = NUMBER.exec(textAt(line, 0) ?? '') ?? [];
    const step = stepOf(order === undefined ? line : { ...line, words: line.words.slice(1) }, reading);
    if (step) dynamic.steps.push({ ...step, ...(order !== undefined && { order }) });
    return STEP;
  },
});

function stepOf(line: Line, reading: Reading): Step | undefined {
  const [first, second, third] = [textAt(line, 0), textAt(line, 1), textAt(line, 2)];
  const { place } = line;
  const refer = (word: string) => referenceTo(word, undefined, reading);
  if (first !== undefined && second === '->' && third !== undefined) {
    if (line.words.length > 4) reading.diagnostics.lost('The technology of a step is not imported.', place);
    reportExtra(line, 5, reading);
    return { from: refer(first), to: refer(third), text: textAt(line, 3) ?? '', place };
  }
  if (first !== undefined && second !== '->') {
    reportExtra(line, 2, reading);
    return { relation: refer(first), text: second ?? '', place };
  }
  return unexpected(line, reading, 'a step "a -> b", or the identifier of a relationship');
}

/** Block of a step; its URLs and properties are not imported. */
const STEP: Block = {
  read(line, { diagnostics }) {
    diagnostics.lost(`"${truncate(keywordOf(line))}" of a step is not imported.`, line.place);
    return SKIPPED;
  },
};

/** Flows, each with a diagram of its participants. */
export function flowsOf(workspace: Workspace): { flows: SketchFlow[]; views: SketchView[] } {
  const pairs = new ImpliedPairs<Item>(around);
  for (const { from, to } of workspace.dynamics.length > 0 ? workspace.relations : []) {
    const [origin, target] = [workspace.itemAt(from), workspace.itemAt(to)];
    if (origin && target) pairs.add(origin, target);
  }
  const views: SketchView[] = [];
  const flows = workspace.dynamics.flatMap((dynamic): SketchFlow[] => {
    const { of, key, title, description, place } = dynamic;
    const subject = of && workspace.itemAt(of);
    if (of && !subject) {
      const word = 'word' in of ? of.word : '';
      workspace.diagnostics.lost(`A dynamic view is skipped: ${truncate(word)} is not an element.`, place);
      return [];
    }
    const steps = inOrder(dynamic.steps, workspace).flatMap(
      (step) => messageOf(step, pairs, workspace) ?? [],
    );
    if (steps.length === 0) {
      workspace.diagnostics.lost(
        `The dynamic view ${truncate(title ?? key ?? '')} is skipped: it has no steps.`,
        place,
      );
      return [];
    }
    const named = {
      name: title ?? key ?? description ?? 'Flow',
      ...(key !== undefined && { id: spelledOut(key) }),
      place,
    };
    const view: SketchView = {
      ...named,
      key: `dynamic ${workspace.freshKey()}`,
      type: 'context-diagram',
      nodes: [...new Set(steps.flatMap(({ from, to }) => [from, to]))],
      ...(description !== undefined && { description }),
      ...(subject && { of: subject.key }),
    };
    views.push(view);
    return [{ ...named, view: view.key, steps }];
  });
  return { flows, views };
}

/** Sorts steps by number if each has one: `1.10` after `1.9`. Reports parallel steps, which have the same number. */
function inOrder(steps: readonly Step[], { diagnostics }: Workspace): readonly Step[] {
  if (steps.some(({ order }) => order === undefined)) return steps;
  const sorted = steps.toSorted((a, b) =>
    (a.order ?? '').localeCompare(b.order ?? '', 'en', { numeric: true }),
  );
  const parallel = sorted.find(({ order }, at) => order === sorted[at - 1]?.order);
  if (parallel) diagnostics.lost(PARALLEL, parallel.place);
  return sorted;
}

/** An element and its ancestors. */
function around(item: Item): Item[] {
  const found: Item[] = [];
  for (let at: Item | undefined = item; at; at = at.parent) found.push(at);
  return found;
}

interface Message {
  from: string;
  to: string;
  text: string;
  isReply?: boolean;
}

/** Keys of the ends. As in Structurizr, a message against the only relationship is a reply. */
function messageOf(step: Step, pairs: ImpliedPairs<Item>, workspace: Workspace): Message | undefined {
  if ('relation' in step) {
    const relation = workspace.relationAt(step.relation);
    const [from, to] = relation ? [workspace.itemAt(relation.from), workspace.itemAt(relation.to)] : [];
    const text = step.text || (relation?.description ?? '');
    if (from && to) return { from: from.key, to: to.key, text };
  } else {
    const [from, to] = [workspace.itemAt(step.from), workspace.itemAt(step.to)];
    if (from && to) {
      const isReply = step.isReply ?? (!pairs.has(from, to) && pairs.has(to, from));
      return { from: from.key, to: to.key, text: step.text, isReply };
    }
  }
  workspace.diagnostics.lost('A step is skipped: its element or relationship does not exist.', step.place);
  return undefined;
}
