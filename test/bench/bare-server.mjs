// Baseline: a node:http server that responds to every request with the JSON of its argument. Prints its address.
import { createServer } from 'node:http';

const data = JSON.parse(process.argv[2]);
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(data));
});
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
process.once('SIGTERM', () => process.exit(0));
