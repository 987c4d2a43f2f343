import { render } from 'preact';
import { RECEIVE } from '../site/addresses.js';
import type { SiteData } from '../site/types.js';
import { App } from './app.js';
import { receiveDrawing } from './drawings.js';

/** Starts the page once its data has arrived. Scripts of data call these functions. */
Object.assign(globalThis, {
  [RECEIVE]: {
    data: (data: SiteData) => {
      const root = document.getElementById('page');
      if (!root) return;
      root.replaceChildren();
      render(<App data={data} />, root);
    },
    drawing: receiveDrawing,
  },
});
