/** Types of calls. The compiler checks them; nothing is sent. */
import { describe, expectTypeOf, it } from 'vitest';
import type { Client, Landscape, Operation, ReadClient, Team } from '../../src/index.js';
import { diagrams, landscapes, me, objects, organizations, teams, versions } from '../../src/index.js';

const organization = { organizationId: 'o' };
const version = { landscapeId: 'l', versionId: 'latest' };
const object = { ...version, modelObjectId: 'm' };

/** Calls that compile, and calls that must not. The function is never called. */
const calls = (client: Client, reader: ReadClient, anyOperation: Operation) => [
  client.call(landscapes.list, { path: organization }),
  client.call(organizations.list),
  client.call(me.get),
  client.call(landscapes.create, { path: organization, body: { name: 'Shop' } }),
  client.call(landscapes.export.pdf, { path: version }),
  client.call(objects.get, { path: object, query: { expand: ['tags'] } }),
  client.call(objects.list, { path: version, query: { limit: 5, filter: { name: 'Shop' } } }),
  client.call(anyOperation, { path: { any: 'x' }, query: { any: 1 }, body: {} }),
  client.pages(teams.list, { path: organization }),
  reader.pages(teams.list, { path: organization }),
  client.call(teams.list, { path: organization, timeoutMs: 5, retries: 0, signal: AbortSignal.timeout(9) }),

  // @ts-expect-error a path parameter is missing
  client.call(landscapes.list, {}),
  // @ts-expect-error the input is missing
  client.call(landscapes.list),
  // @ts-expect-error a path parameter has another name
  client.call(landscapes.list, { path: { landscapeId: 'l' } }),
  // @ts-expect-error create without a body
  client.call(landscapes.create, { path: organization }),
  // @ts-expect-error create without a body, in a family
  client.call(objects.create, { path: version }),
  // @ts-expect-error a required field of the body is missing
  client.call(landscapes.create, { path: organization, body: {} }),
  // @ts-expect-error the body has an unknown field
  client.call(landscapes.create, { path: organization, body: { name: 'Shop', colour: 'red' } }),
  // @ts-expect-error a body on GET
  client.call(landscapes.list, { path: organization, body: { name: 'Shop' } }),
  // @ts-expect-error a body on GET, in a family
  client.call(objects.get, { path: object, body: {} }),
  // @ts-expect-error a query that the operation does not have
  client.call(landscapes.list, { path: organization, query: { name: 'Shop' } }),
  // @ts-expect-error an unknown query parameter, in a family without parameters
  client.call(objects.delete, { path: object, query: { force: true } }),
  // @ts-expect-error an unknown query parameter of a list
  client.call(objects.list, { path: version, query: { offset: 5 } }),
  // @ts-expect-error an unknown filter
  client.call(objects.list, { path: version, query: { filter: { title: 'Shop' } } }),
  // @ts-expect-error a value that the query does not accept
  client.call(objects.list, { path: version, query: { limit: true } }),
  // @ts-expect-error a required query is missing
  client.call(landscapes.copy, { path: { landscapeId: 'l' } }),
  // @ts-expect-error pages of an operation that returns one record
  client.pages(teams.get, { path: { ...organization, teamId: 't' } }),
  // @ts-expect-error pages of an operation that returns a map
  client.pages(teams.listModelObjects, { path: { ...organization, teamId: 't' } }),
  // @ts-expect-error pages of an operation that returns nothing
  client.pages(versions.delete, { path: version }),
  // @ts-expect-error a reader cannot write
  reader.call(teams.create, { path: organization, body: { name: 'Shop' } }),
  // @ts-expect-error not an operation
  client.call('teams.list', { path: organization }),
];

describe('calls', () => {
  it('are checked by the compiler', () => {
    expectTypeOf(calls).toBeFunction();
  });
});

describe('results', () => {
  it('have the types of their records', () => {
    type Call<O extends Operation> = ReturnType<typeof client.call<O>>;
    const client = {} as Client;
    expectTypeOf<Call<typeof landscapes.list>>().resolves.toHaveProperty('landscapes');
    expectTypeOf<Awaited<Call<typeof landscapes.get>>['landscape']>().toEqualTypeOf<Landscape>();
    const items = (): AsyncIterable<Team> => client.pages(teams.list, { path: organization });
    expectTypeOf(items).returns.toEqualTypeOf<AsyncIterable<Team>>();
    expectTypeOf(diagrams.content.get.method).toEqualTypeOf<'GET'>();
  });
});
