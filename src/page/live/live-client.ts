import type { LiveState } from '../../site/types.js';
import { loadScript, startVersion } from '../drawings.js';
import { connect } from './connect.js';

/** Status of the connection between a live page and the program that serves it. */
export interface LiveStatus {
  state?: LiveState;
  /** Reason why the page does not follow the model; undefined if it does. */
  problem?: string;
}

/** Follows the model that archctl serves. The data of each version arrives like that of a static site. */
export async function followModel(onStatus: (status: LiveStatus) => void): Promise<void> {
  let status: LiveStatus = {};
  const update = (next: LiveStatus) => {
    status = next;
    onStatus(status);
  };
  try {
    await connect();
  } catch (error) {
    update({ problem: (error as Error).message });
    return;
  }
  const events = new EventSource('events');
  let shown = 0;
  events.addEventListener('state', ({ data }: MessageEvent<string>) => {
    const state = JSON.parse(data) as LiveState;
    update({ state });
    if (state.version === shown) return;
    shown = state.version;
    startVersion(shown);
    loadScript('data.js', shown).catch((error: Error) => update({ state, problem: error.message }));
  });
  events.addEventListener('error', () => {
    const isRefused = events.readyState === EventSource.CLOSED;
    update({
      ...status,
      problem: isRefused
        ? 'Open the link that archctl printed.'
        : 'archctl has stopped. The page shows the last model.',
    });
  });
}
