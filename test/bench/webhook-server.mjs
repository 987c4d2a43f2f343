// Servers for comparisons in the webhook group. With a secret: a node:http server that only verifies the signature of
// each request. Without: a target that accepts connections and never responds. Prints its address.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const secret = process.argv[2];

function hasValidSignature({ headers }, body) {
  const timestamp = headers['x-service-timestamp'];
  const signature = Buffer.from(headers['x-service-signature'] ?? '', 'hex');
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return signature.length === expected.length && timingSafeEqual(signature, expected);
}

function verify(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const status = hasValidSignature(request, Buffer.concat(chunks)) ? 200 : 401;
    response.writeHead(status, { 'Content-Length': '0' });
    response.end();
  });
}

const server = createServer(secret ? verify : (request) => request.resume());
server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/\n`));
process.once('SIGTERM', () => process.exit(0));
