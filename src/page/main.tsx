import { render } from 'preact';
import { RECEIVE } from '../site/addresses.js';
import type { SiteData } from '../site/types.js';
import { App } from './app.js';
import { receiveDrawing } from './drawings.js';
import { receiveWorker } from './explore/layout-client.js';
import { followModel, type LiveStatus } from './live/live-client.js';

let data: SiteData | undefined;
let live: LiveStatus | undefined;

function draw(): void {
  const root = document.getElementById('page');
  if (!root) return;
  if (!root.hasAttribute('data-started')) root.replaceChildren();
  root.setAttribute('data-started', '');
  if (data) render(<App data={data} live={live} />, root);
  else if (live?.problem !== undefined) render(<main class="text empty">{live.problem}</main>, root);
}

/** Starts the page once its data has arrived. Scripts of data call these functions. */
Object.assign(globalThis, {
  [RECEIVE]: {
    data: (received: SiteData) => {
      data = received;
      draw();
    },
    drawing: receiveDrawing,
    worker: receiveWorker,
  },
});

// A static page contains a script with its data.
if (!document.querySelector('script[src="data.js"]'))
  void followModel((status) => {
    live = status;
    draw();
  });
