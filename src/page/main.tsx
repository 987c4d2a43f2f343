import { render } from 'preact';
import { RECEIVE } from '../site/addresses.js';
import type { SiteData } from '../site/types.js';
import { App } from './app.js';
import { loadScript, receiveDrawing } from './drawings.js';
import { receiveWorker } from './explore/layout-client.js';
import { receiveFonts } from './fonts/embedder.js';
import { connect } from './live/connect.js';
import { followModel, type LiveStatus } from './live/live-client.js';

let data: SiteData | undefined;
/** Set once the fonts of the page can be used: otherwise its parts would move when they arrive. */
let hasFonts = false;
let live: LiveStatus | undefined;

function draw(): void {
  const root = document.getElementById('page');
  if (!root || !hasFonts) return;
  if (!root.hasAttribute('data-started')) root.replaceChildren();
  root.setAttribute('data-started', '');
  if (data) render(<App data={data} live={live} />, root);
  else if (live?.problem !== undefined) render(<main class="text empty">{live.problem}</main>, root);
}

/** Starts the page once its data has arrived. Scripts of data call these functions. */
Object.assign(globalThis, {
  [RECEIVE]: {
    data: (received: SiteData) => {
      if (!data) openRecord(received);
      data = received;
      draw();
    },
    drawing: receiveDrawing,
    worker: receiveWorker,
    fonts: receiveFonts,
  },
});

/** Opens the view of the record that the address names, unless it names a view already. */
function openRecord({ records = {} }: SiteData): void {
  const record = new URLSearchParams(location.search).get('record');
  const route = records[record ?? ''];
  if (route !== undefined && location.hash === '') history.replaceState(null, '', `#/${route}`);
}

// They are part of the style sheet, so nothing is requested.
void Promise.allSettled([400, 600].map((weight) => document.fonts.load(`${weight} 1em Inter`))).then(() => {
  hasFonts = true;
  draw();
});

const showStatus = (status: LiveStatus): void => {
  live = status;
  draw();
};

// A static page contains a script with its data.
const { page } = document.documentElement.dataset;
if (page === 'live') void followModel(showStatus);
if (page === 'served')
  connect()
    .then(() => loadScript('data.js', 0))
    .catch(({ message }: Error) => {
      const isShared = location.pathname.startsWith('/share/');
      showStatus({ problem: isShared ? message : `${message} Open the page with "archctl diagram open".` });
    });
