import { useEffect, useState } from 'preact/hooks';
import type { InspectedChanges, InspectedPage, InspectorFacts } from '../../webhooks/inspect/types.js';
import { getJson } from '../live/connect.js';
import { type DeliveryList, EMPTY_LIST, withChanges, withPage } from './delivery-list.js';

export type ConnectionState = 'connecting' | 'live' | 'lost' | 'refused';

export interface Deliveries {
  list: DeliveryList;
  facts: InspectorFacts | undefined;
  connection: ConnectionState;
  /** Reason why the list may be incomplete. */
  problem: string | undefined;
}

/** Loads the list part by part, and follows its changes. After a lost connection it is loaded again. */
export function useDeliveries(): Deliveries {
  const [list, setList] = useState(EMPTY_LIST);
  const [facts, setFacts] = useState<InspectorFacts>();
  const [connection, setConnection] = useState<ConnectionState>('connecting');
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    let current = 0;
    const load = async (): Promise<void> => {
      const mine = ++current;
      let after: string | null = null;
      do {
        const query: string = after === null ? '' : `?after=${encodeURIComponent(after)}`;
        const page = (await getJson(`api/list${query}`)) as InspectedPage;
        if (mine !== current) return;
        const isFirst = after === null;
        setList((it) => withPage(it, page, isFirst));
        after = page.next;
      } while (after !== null);
    };
    const source = new EventSource('events');
    source.onopen = () => setConnection('live');
    source.onerror = () => setConnection(source.readyState === EventSource.CLOSED ? 'refused' : 'lost');
    source.addEventListener('facts', ({ data }) => {
      setFacts(JSON.parse(data) as InspectorFacts);
      setProblem(undefined);
      load().catch((error: Error) => setProblem(error.message));
    });
    source.addEventListener('changes', ({ data }) => {
      const changes = JSON.parse(data) as InspectedChanges;
      setList((it) => withChanges(it, changes));
    });
    source.addEventListener('problem', ({ data }) => setProblem(JSON.parse(data) as string));
    return () => source.close();
  }, []);
  return { list, facts, connection, problem };
}
