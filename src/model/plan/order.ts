import { type Element, elementsOf, type Model } from '../document/element.js';

/** Order in which elements are created: each after those that it refers to. */

/** Groups first, because other objects refer to them; parents before children. */
export function objectsInOrder(model: Model): Element[] {
  const objects = elementsOf(model, 'object');
  const isGroup = ({ fields }: Element): boolean => fields.type === 'group';
  const sorted = topologicalSort(objects, ({ fields }) => [fields.parent, ...listed(fields.groups)]);
  return [...sorted.filter(isGroup), ...sorted.filter((it) => !isGroup(it))];
}

/** Diagrams after their parents. */
export const diagramsInOrder = (model: Model): Element[] =>
  topologicalSort(elementsOf(model, 'diagram'), ({ fields }) => [fields.parent]);

/** Flows after the flows that their steps lead into, except in cycles. */
export const flowsInOrder = (model: Model): Element[] =>
  topologicalSort(elementsOf(model, 'flow'), (flow) => flowsOf(flow));

/** Flows that the steps of a flow lead into. */
export const flowsOf = ({ fields }: Element): string[] =>
  (Array.isArray(fields.steps) ? (fields.steps as readonly { flow?: unknown }[]) : []).flatMap(({ flow }) =>
    typeof flow === 'string' ? [flow] : [],
  );

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Topological sort: each element after those it refers to; elements of a cycle stay in document order. */
function topologicalSort(
  elements: readonly Element[],
  needs: (element: Element) => readonly unknown[],
): Element[] {
  const byId = new Map(elements.map((it) => [it.id, it]));
  const begun = new Set<string>();
  const sorted: Element[] = [];
  for (const first of elements) {
    // An explicit stack: a chain of parents may exceed the call stack.
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
