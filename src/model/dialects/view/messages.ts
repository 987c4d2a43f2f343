import { type Element, entriesOf, textAt } from '../../document/element.js';
import { diagramOf, drawnOn } from './diagram-view.js';
import { isWithin, type Landscape, type TreeNode } from './tree.js';

/** Converts flows to messages, for formats without branches and notes. */

export interface Message {
  from: TreeNode;
  to: TreeNode;
  text: string;
  isReply: boolean;
}

/** Step types that are messages. */
const MESSAGES = ['outgoing', 'reply', 'self-action'];

/** Messages of a flow in order, and the number of other steps. */
export function messagesOf(
  flow: Element,
  landscape: Landscape,
): { messages: readonly Message[]; others: number } {
  const diagram = diagramOf(flow, landscape);
  const drawn = diagram ? drawnOn(diagram, landscape) : new Map<string, TreeNode>();
  const steps = entriesOf(flow.fields.steps);
  const messages = steps.flatMap((step): Message[] => {
    const [from, to] = ['origin', 'target'].map((end) => drawn.get(textAt(step, end) ?? ''));
    const type = textAt(step, 'type') ?? 'outgoing';
    if (!from || !to || !MESSAGES.includes(type) || textAt(step, 'parent') !== undefined) return [];
    if (from !== to && (isWithin(from, to) || isWithin(to, from))) return [];
    return [{ from, to, text: textAt(step, 'description') ?? '', isReply: type === 'reply' }];
  });
  return { messages, others: steps.length - messages.length };
}

/**
 * The diagram of a flow if it shows exactly the participants: an import derives the same diagram from the flow, so no
 * view is written for it.
 *
 * @param subject the subject that an import infers for the diagram.
 */
export function derivedDiagram(
  flow: Element,
  landscape: Landscape,
  messages: readonly Message[],
  subject: TreeNode | undefined,
): Element | undefined {
  const diagram = diagramOf(flow, landscape);
  if (!diagram || diagram.id !== flow.id || diagram.fields.name !== flow.fields.name) return undefined;
  const ends = new Set(messages.flatMap(({ from, to }) => [from, to]));
  const [firstDomain] = landscape.domains.keys();
  const isOfSubject = landscape.objects.get(textAt(diagram.fields, 'of') ?? '') === subject;
  const isInFirst = (textAt(diagram.fields, 'domain') ?? firstDomain) === firstDomain;
  const isSame = isOfSubject && isInFirst && entriesOf(diagram.fields.objects).length === ends.size;
  return isSame && messages.length > 0 ? diagram : undefined;
}
