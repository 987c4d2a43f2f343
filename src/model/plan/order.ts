import { type Element, elementsOf, type Model } from '../document/element.js';

/** Elements in the order in which each finds what it needs. */

/** Groups before all else, since others name them; parents before what is in them. */
export function objectsInOrder(model: Model): Element[] {
  const objects = elementsOf(model, 'object');
  const isGroup = ({ fields }: Element): boolean => fields.type === 'group';
  const sorted = afterTheirs(objects, ({ fields }) => [fields.parent, ...listed(fields.groups)]);
  return [...sorted.filter(isGroup), ...sorted.filter((it) => !isGroup(it))];
}

/** Diagrams after those they are below. */
export const diagramsInOrder = (model: Model): Element[] =>
  afterTheirs(elementsOf(model, 'diagram'), ({ fields }) => [fields.parent]);

/** Flows after those that their steps lead into, as far as these go round in no circle. */
export const flowsInOrder = (model: Model): Element[] =>
  afterTheirs(elementsOf(model, 'flow'), (flow) => flowsOf(flow));

/** Flows that the steps of a flow lead into. */
export const flowsOf = ({ fields }: Element): string[] =>
  (Array.isArray(fields.steps) ? (fields.steps as readonly { flow?: unknown }[]) : []).flatMap(({ flow }) =>
    typeof flow === 'string' ? [flow] : [],
  );

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Each after what it names among the others; where they go round in a circle, in the order they are written in. */
function afterTheirs(
  elements: readonly Element[],
  needs: (element: Element) => readonly unknown[],
): Element[] {
  const byId = new Map(elements.map((it) => [it.id, it]));
  const begun = new Set<string>();
  const sorted: Element[] = [];
  for (const first of elements) {
    // A stack of its own: a chain of parents may be longer than that of calls.
    const stack: { element: Element; isDone: boolean }[] = [{ element: first, isDone: false }];
    for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
      if (top.isDone) sorted.push(top.element);
      else if (!begun.has(top.element.id)) {
        begun.add(top.element.id);
        stack.push({ element: top.element, isDone: true });
        for (const id of [...needs(top.element)].reverse()) {
          const needed = byId.get(String(id));
          if (needed && !begun.has(needed.id)) stack.push({ element: needed, isDone: false });
        }
      }
    }
  }
  return sorted;
}
