import { render } from 'preact';
import { connect } from '../live/connect.js';
import { InspectorApp } from './inspector-app.js';

async function start(): Promise<void> {
  const root = document.getElementById('page');
  if (!root) return;
  document.title = 'Webhook events';
  try {
    await connect();
    render(<InspectorApp />, root);
  } catch (error) {
    render(<main class="text">{(error as Error).message}</main>, root);
  }
}

void start();
