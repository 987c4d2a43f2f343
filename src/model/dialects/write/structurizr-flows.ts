import { type Element, elementsOf, textAt } from '../../document/element.js';
import { diagramOf } from '../view/diagram-view.js';
import { type Message, messagesOf, ownDiagramOf } from '../view/messages.js';
import { isWithin, type Landscape, type Thing } from '../view/things.js';
import type { Pairs, Workspace } from './structurizr-text.js';

/**
 * Writes flows as dynamic views. The scope decides which elements are allowed, and each message needs a relationship;
 * one in the opposite direction makes it a reply.
 */

export interface DynamicView {
  flow: Element;
  scope: Thing | undefined;
  messages: readonly Message[];
  /** The diagram that an import derives from the view. */
  diagram: Element | undefined;
}

export function dynamicViewsOf(
  { landscape, written, losses }: Workspace,
  pairs: Pairs,
): readonly DynamicView[] {
  return elementsOf(landscape.model, 'flow').flatMap((flow) => {
    const { messages, others } = messagesOf(flow, landscape);
    const scope = scopeOf(flow, landscape, written);
    const on = new Set<Thing>();
    const writable = messages.filter(({ from, to, isReply }) => {
      const ends = new Set([from, to]);
      const fits = [...ends].every((it) => written.has(it) && isFit(it, scope) && !overlaps(it, on));
      const isDirect = pairs.has(from, to);
      if (!fits || !(isDirect || pairs.has(to, from))) return false;
      for (const end of ends) on.add(end);
      if (isDirect === isReply) losses.add('steps of flows that change between message and reply');
      return true;
    });
    losses.add('steps of flows that are not messages', others);
    losses.add('steps of flows that no dynamic view can show', messages.length - writable.length);
    if (writable.length === 0) {
      losses.add('flows without a message that the format can show');
      return [];
    }
    const diagram = ownDiagramOf(flow, landscape, writable, scope);
    return [{ flow, scope, messages: writable, diagram }];
  });
}

function scopeOf(flow: Element, landscape: Landscape, written: ReadonlySet<Thing>): Thing | undefined {
  const diagram = diagramOf(flow, landscape);
  const of = landscape.objects.get(textAt(diagram?.fields ?? {}, 'of') ?? '');
  return of && written.has(of) && ['system', 'app', 'store'].includes(of.type) ? of : undefined;
}

function isFit(thing: Thing, scope: Thing | undefined): boolean {
  if (thing.type === 'actor') return true;
  if (!scope) return thing.type === 'system';
  if (scope.type === 'system') return thing !== scope && thing.type !== 'component';
  return thing !== scope && thing !== scope.parent;
}

/** Whether an element contains one of these, is one, or is inside one. */
const overlaps = (thing: Thing, on: ReadonlySet<Thing>): boolean =>
  [...on].some((it) => it !== thing && (isWithin(it, thing) || isWithin(thing, it)));
