/** Errors of functions that programs pass to the library. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createClient, exportDiagram, followLogs, isArchctlError, landscapes } from '../../src/index.js';
import { createSandbox, type Sandbox } from '../../src/library/sandbox.js';
import { applyModel, importFrom, lockModel, planModel, readModel } from '../../src/model/index.js';
import { FERRY } from '../support/ferry-document.js';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await createSandbox();
});
afterAll(() => sandbox.close());

const mistake = new TypeError('A mistake.');
const fail = () => {
  throw mistake;
};
const client = (hooks = {}) => createClient({ ...sandbox.clientOptions, paced: false, hooks });
const path = () => ({ landscapeId: sandbox.landscapeId, versionId: 'latest' });
const read = readModel([{ path: 'm.yaml', text: FERRY }]);
const call = (hooks: object) => client(hooks).call(landscapes.get, { path: path() });
const small = readModel([
  {
    path: 'm.yaml',
    text: 'namespace: any\ndomains: [{ id: d0, name: D0, objects: [{ id: s1, type: system, name: S }] }]\n',
  },
]);
const elsewhere = readModel([
  { path: 'm.yaml', text: 'namespace: n\nreferences: [{ id: a, namespace: o, landscape: Other }]\n' },
]);
const list = { path: { organizationId: 'unknown' } };

it.each<[string, () => unknown]>([
  ['onSend', () => call({ onSend: fail })],
  ['onRequest', () => call({ onRequest: fail })],
  ['onResponse', () => call({ onResponse: fail })],
  ['onMeter', () => call({ onMeter: fail })],
  ['onDebug', () => call({ onDebug: fail })],
  ['onError', () => client({ onError: fail }).call(landscapes.list, list)],
  [
    'onTotal',
    () =>
      client()
        .pages(landscapes.list, { path: { organizationId: sandbox.organizationId } }, { onTotal: fail })
        [Symbol.asyncIterator]()
        .next(),
  ],
  [
    'onCursor',
    async () => {
      const options = { last: 2, follow: false, onCursor: fail };
      for await (const _ of followLogs(client(), { organizationId: sandbox.organizationId }, options));
    },
  ],
  ['onRead', () => planModel(client(), path(), read, { onRead: fail })],
  ['importsLeft', () => planModel(client(), path(), small, { importsLeft: fail, leastImported: 1 })],
  [
    'onDone',
    async () => {
      const plan = await planModel(client(), path(), read);
      await applyModel(client(), plan, { onDone: fail });
    },
  ],
  [
    'landscapeIdOf',
    () => lockModel(client(), path().landscapeId, elsewhere, { landscapeIdOf: async () => fail() }),
  ],
  [
    'include',
    () =>
      importFrom('plantuml', [{ path: 'a.puml', text: '@startuml\n!include b.puml\n@enduml\n' }], {
        include: fail,
      }),
  ],
])('an error of %s is the cause of an ArchctlError', async (name, work) => {
  const error = await (async () => work())().catch((it: unknown) => it);
  if (!isArchctlError(error)) throw new Error(`${name}: ${String(error)}`);
  expect(error.kind).toBe('unexpected');
  expect(error.message).toContain(`The function "${name}" failed: A mistake.`);
  expect(error.cause).toBe(mistake);
});

it('a call is not repeated if a hook fails, and the hook is called once', async () => {
  let count = 0;
  const onResponse = () => {
    count += 1;
    return fail();
  };
  await expect(call({ onResponse })).rejects.toMatchObject({ cause: mistake });
  expect(count).toBe(1);
});

it('a value that a transport throws becomes an ArchctlError', async () => {
  const transport = async () => Promise.reject('stopped');
  const failing = createClient({ ...sandbox.clientOptions, transport: transport as never });
  const error = await failing.call(landscapes.get, { path: path() }).catch((it: unknown) => it);
  expect(isArchctlError(error)).toBe(true);
});

it('an ArchctlError of a callback is passed on', async () => {
  const own = await client()
    .call(landscapes.list, list)
    .catch((it: unknown) => it);
  const onRead = () => {
    throw own;
  };
  await expect(planModel(client(), path(), read, { onRead })).rejects.toBe(own);
});

it('exportDiagram reports an error of onProgress', async () => {
  const input = {
    ...path(),
    diagramId: 'unknown',
    formats: ['png' as const],
    deadlineMs: 1_000,
    onProgress: fail,
  };
  const error = await exportDiagram(client(), input).catch((it: unknown) => it);
  expect(isArchctlError(error)).toBe(true);
});

it('an abort in a function is an interruption, with the abort as its cause', async () => {
  const signal = AbortSignal.abort();
  const onRead = () => signal.throwIfAborted();
  const error = await planModel(client(), path(), read, { onRead }).catch((thrown: unknown) => thrown);
  if (!isArchctlError(error)) throw new Error('No error of archctl was thrown.', { cause: error });
  expect(error.kind).toBe('interrupted');
  expect(error.cause).toBe(signal.reason);
});
