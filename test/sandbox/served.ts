/** A sandbox in a process of its own, for the tests that kill it. Says where it listens, and nothing else. */
import { serveSandbox } from '../../src/sandbox/serve.js';

const [dataDir = '', key = ''] = process.argv.slice(2);
const [id = '', secret = ''] = key.split(':');
serveSandbox({ dataDir, adminKey: { id, secret }, strict: true }).then(
  ({ url, landscapeId }) => process.stdout.write(`${JSON.stringify({ url, landscapeId })}\n`),
  (error: Error) => {
    process.stderr.write(error.message);
    process.exitCode = 2;
  },
);
