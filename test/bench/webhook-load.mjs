// Load process with signatures: reads
// {"port","path","secret","scheme","connections","warmupMs"|"warmupEvents", "measureMs","events"} from stdin,
// and posts distinct events over persistent connections until the time is over or enough events are
// acknowledged. `scheme` is "service" (timestamp and body are signed) or "body" (only the body is). Prints
// {"warm":true} after the warm-up, then the measurements. Uses plain sockets instead of an HTTP client to leave CPU
// time to the server.
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';

const plan = JSON.parse(readFileSync(0, 'utf8'));
const { port, path, secret, scheme, connections } = plan;
const { warmupMs = Infinity, warmupEvents = Infinity, measureMs = Infinity, events = Infinity } = plan;

const ID_PLACEHOLDER = '#'.repeat(20);
const state = {
  id: 'LzkHfVnTq3bPpXw80aYc',
  handleId: 'd9KsUwe7QmZx5RtVbN1o',
  landscapeId: 'Fh2LcGy6JiAoWp4EnB8k',
  versionId: 'u3TrXv0SaMd7ZqKlHf5y',
  commit: 1,
  version: 1,
  createdAt: '2026-03-01T09:00:00.000Z',
  createdBy: 'user',
  createdById: 'Pj8WbQo2YnCs6VhLxRt4',
  updatedAt: '2026-03-01T09:00:00.000Z',
  updatedBy: 'user',
  updatedById: 'Pj8WbQo2YnCs6VhLxRt4',
  labels: {},
  links: {},
  status: 'live',
  tagIds: [],
  technologyIds: [],
  type: 'app',
  name: 'Payment API',
  caption: 'Takes payments',
  description: 'Takes card payments and settles them once a day.',
  external: false,
  parentId: 'mE5GzDk1TuIa9XwNcS3f',
  parentIds: ['mE5GzDk1TuIa9XwNcS3f'],
  childIds: [],
  childDiagramIds: [],
  domainId: 'o7YvBr4LpHq0JsKeMx2t',
  groupIds: [],
  teamIds: [],
  teamOnlyEditing: false,
  icon: null,
  linked: false,
};
const body = Buffer.from(
  JSON.stringify({
    collection: 'model-object',
    operation: 'updated',
    organizationId: 'Cw6NfUa3ZkRj8TgQoP1d',
    subscriptionId: 'x2HmSe9LbVy5IcWtKq7n',
    resourceId: ID_PLACEHOLDER,
    before: state,
    after: { ...state, name: 'Payments API', status: 'deprecated', commit: 2, version: 2 },
  }),
);
const idOffset = body.indexOf(ID_PLACEHOLDER);
const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
let sentCount = 0;

/** Prefix of event ids: the start time of this process, so that runs have different ids. */
const idPrefix = Date.now().toString(36).slice(-8);

/** Request with another event, and a signature of the current time. */
function nextRequest() {
  body.write(
    `${idPrefix}${String(sentCount++).padStart(ID_PLACEHOLDER.length - idPrefix.length, '0')}`,
    idOffset,
    'latin1',
  );
  const timestamp = String(Math.floor(Date.now() / 1000));
  const hmac = createHmac('sha256', secret);
  if (scheme === 'service') hmac.update(`${timestamp}.`);
  const signature = hmac.update(body).digest('hex');
  const headers = `${head}X-Service-Timestamp: ${timestamp}\r\nX-Service-Signature: ${signature}\r\n\r\n`;
  return headers + body.latin1Slice();
}

const BUCKETS = 100_000;
const BUCKET_MICROSECONDS = 10;
const histogram = new Uint32Array(BUCKETS);
let acknowledged = 0;
let measured = 0;
let isMeasuring = false;
let begin = Infinity;
let end = Infinity;
let finished;

function startMeasurement(now) {
  isMeasuring = true;
  begin = now;
  end = now + measureMs;
  process.stdout.write('{"warm":true}\n');
}

/** Opens a connection that sends one request at a time. Resolves after it is closed. */
async function client() {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  let sentAt = 0;
  let text = '';
  const send = () => {
    sentAt = performance.now();
    socket.write(nextRequest(), 'latin1');
  };
  const onResponse = () => {
    const now = performance.now();
    acknowledged++;
    if (!isMeasuring && (now >= started + warmupMs || acknowledged >= warmupEvents)) startMeasurement(now);
    else if (isMeasuring && now <= end) {
      measured++;
      finished = now;
      histogram[Math.min(BUCKETS - 1, Math.floor(((now - sentAt) * 1000) / BUCKET_MICROSECONDS))]++;
    }
    if (now > end || sentCount >= events) socket.end();
    else send();
  };
  socket.setEncoding('latin1');
  socket.setTimeout(30_000, () => socket.destroy(new Error('No response within 30 s.')));
  socket.on('connect', send);
  socket.on('data', (chunk) => {
    text += chunk;
    const headEnd = text.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    if (!text.startsWith('HTTP/1.1 200 ')) {
      socket.destroy(new Error(`Unexpected response: ${text.slice(0, 300)}`));
      return;
    }
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(text)?.[1] ?? Number.NaN);
    if (Number.isNaN(length)) socket.destroy(new Error(`Response without a length: ${text.slice(0, 300)}`));
    else if (text.length >= headEnd + 4 + length) {
      text = '';
      onResponse();
    }
  });
  await once(socket, 'close');
}

/** Percentile of the latencies, in milliseconds. */
function percentile(share) {
  let remaining = Math.ceil(measured * share);
  const at = histogram.findIndex((count) => {
    remaining -= count;
    return remaining <= 0;
  });
  return ((at + 1) * BUCKET_MICROSECONDS) / 1000;
}

const started = performance.now();
const usedBefore = process.cpuUsage();
await Promise.all(Array.from({ length: connections }, client));
const used = process.cpuUsage(usedBefore);
process.stdout.write(
  `${JSON.stringify({
    acknowledged,
    measured,
    perSecond: (measured * 1000) / (Math.min(end, finished) - begin),
    p50: percentile(0.5),
    p99: percentile(0.99),
    bytes: body.length,
    cpu: (used.user + used.system) / 1000 / (performance.now() - started),
  })}\n`,
);
