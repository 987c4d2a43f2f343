import { expect } from 'vitest';
import * as actionLogs from '../../src/contract/resources/action-log.js';
import * as catalog from '../../src/contract/resources/catalog.js';
import * as stats from '../../src/contract/resources/log-stats.js';
import { modelObjects } from '../../src/contract/resources/model-object.js';
import * as technologies from '../../src/contract/resources/technology.js';
import { type JsonObject, textOf } from '../support/sandbox.js';
import type { ContractSuite } from './contract-suite.js';
import type { Case } from './family-cases.js';

const BODY = { name: 'Quay Bus', color: 'blue', provider: null, type: 'message-broker', restrictions: null };

const propose = (suite: ContractSuite, more: JsonObject = {}) =>
  suite.get(technologies.createTechnology, { body: { ...BODY, ...more } });
const at = (record: JsonObject) => ({ path: { catalogTechnologyId: textOf(record, 'id') } });
const gone = { kind: 'not-found', facts: { status: 404 } };

/** Checks the sums of statistics: per date, and per contributor. */
function expectSums(answer: JsonObject, map: 'actions' | 'entities'): void {
  const counts = (items: unknown): number =>
    Object.values(items as Record<string, { count: number }>).reduce((sum, { count }) => sum + count, 0);
  const dates = answer.dates as JsonObject[];
  expect(answer.totalCount).toBeGreaterThan(20);
  expect(dates.reduce((sum, date) => sum + counts(date[map]), 0)).toBe(answer.totalCount);
  expect(counts(answer.contributors)).toBe(answer.totalCount);
}

const PERIOD = { query: { period: 'week' } };

/** Cases of logs, their statistics, technologies and the catalog. */
export const CATALOG_CASES: Readonly<Record<string, Case>> = {
  [actionLogs.getOrganizationLog.id]: async (suite) => {
    for (const log of (await suite.list(actionLogs.listOrganizationLogs)).slice(0, 5)) {
      const path = { organizationLogId: textOf(log, 'id') };
      expect(await suite.get(actionLogs.getOrganizationLog, { path })).toEqual(log);
    }
  },
  [stats.landscapeStatsByType.id]: async (suite) => {
    expectSums(await suite.call(stats.landscapeStatsByType, PERIOD), 'actions');
  },
  [stats.landscapeStatsByEntity.id]: async (suite) => {
    expectSums(await suite.call(stats.landscapeStatsByEntity, PERIOD), 'entities');
  },
  [stats.organizationStatsByType.id]: async (suite) => {
    expectSums(await suite.call(stats.organizationStatsByType, PERIOD), 'actions');
  },
  [stats.organizationStatsByEntity.id]: async (suite) => {
    expectSums(await suite.call(stats.organizationStatsByEntity, PERIOD), 'entities');
  },
  [stats.landscapeStats.id]: async (suite) => {
    const { dates } = await suite.call(stats.landscapeStatsByType, PERIOD);
    expect(await suite.list(stats.landscapeStats, PERIOD)).toEqual(dates);
  },
  [technologies.selectTechnologies.id]: async (suite) => {
    const query = { search: 'postgre', fields: ['name', 'restrictions'], limit: 1 };
    const [found] = await suite.list(technologies.selectTechnologies, { query });
    expect(Object.keys(found ?? {}).sort()).toEqual(['id', 'name', 'restrictions']);
    expect(found).toMatchObject({ name: 'PostgreSQL' });
  },
  [technologies.getTechnologyBySlug.id]: async (suite) => {
    const [one] = await suite.list(technologies.listTechnologies);
    const path = { catalogTechnologySlug: textOf(one, 'defaultSlug') };
    expect(await suite.get(technologies.getTechnologyBySlug, { path })).toEqual(one);
    const stranger = suite.client({ credentials: undefined });
    expect((await stranger.call(technologies.getTechnologyBySlug, { path })).catalogTechnology).toEqual(one);
  },
  [technologies.createTechnology.id]: async (suite) => {
    expect(await propose(suite)).toMatchObject({ ...BODY, status: 'pending-review', disabled: false });
  },
  [technologies.getOrganizationTechnology.id]: async (suite) => {
    const made = await propose(suite);
    expect(await suite.get(technologies.getOrganizationTechnology, at(made))).toEqual(made);
    expect(await suite.get(technologies.getTechnology, at(made))).toEqual(made);
  },
  [technologies.listOrganizationTechnologies.id]: async (suite) => {
    const made = await propose(suite, { type: null });
    const query = { filter: { status: 'pending-review', type: null } };
    const found = await suite.list(technologies.listOrganizationTechnologies, { query });
    expect(found).toContainEqual(made);
    for (const one of found) expect(one).toMatchObject({ status: 'pending-review', type: null });
  },
  [technologies.updateTechnology.id]: async (suite) => {
    const made = await propose(suite);
    suite.clock.advance(1000);
    const body = { status: 'rejected', rejectionReason: 'duplicate' };
    const changed = await suite.get(technologies.updateTechnology, { ...at(made), body });
    expect(changed).toEqual({ ...made, ...body, updatedAt: suite.clock.now().toISOString() });
  },
  [technologies.deleteTechnology.id]: async (suite) => {
    const made = await propose(suite);
    const [system] = await suite.list(modelObjects.list, { query: { filter: { type: 'system' } } });
    const path = { modelObjectId: textOf(system, 'id') };
    const id = textOf(made, 'id');
    const body = { technologyIds: { $add: [id] }, icon: { catalogTechnologyId: id, name: 'Quay Bus' } };
    expect((await suite.get(modelObjects.update, { path, body })).technologyIds).toContain(id);
    expect(await suite.call(technologies.deleteTechnology, at(made))).toEqual({});
    const left = await suite.get(modelObjects.get, { path });
    expect(left.technologyIds).not.toContain(id);
    expect(left.icon).toBeNull();
    await expect(suite.call(technologies.getTechnology, at(made))).rejects.toMatchObject(gone);
  },
  [catalog.listNews.id]: async (suite) => {
    const all = await suite.list(catalog.listNews);
    const dates = all.map(({ publishedAt }) => String(publishedAt));
    expect(dates).toEqual([...dates].sort().reverse());
    const [catalogTechnologyId] = (all[0]?.catalogTechnologyIds ?? []) as string[];
    const some = await suite.list(catalog.listNews, { query: { filter: { catalogTechnologyId } } });
    expect(some.length).toBeGreaterThan(0);
    for (const one of some) expect(one.catalogTechnologyIds).toEqual([catalogTechnologyId]);
  },
  [catalog.getNews.id]: async (suite) => {
    const [one] = await suite.list(catalog.listNews);
    const path = { catalogNewsArticleId: textOf(one, 'id') };
    expect(await suite.get(catalog.getNews, { path })).toEqual(one);
  },
  [catalog.getNewsBySlug.id]: async (suite) => {
    const [one] = await suite.list(catalog.listNews);
    const path = { catalogNewsArticleSlug: textOf(one, 'defaultSlug') };
    expect(await suite.get(catalog.getNewsBySlug, { path })).toEqual(one);
  },
  [catalog.suggestInformation.id]: async (suite) => {
    const suggested = (url: string) => suite.get(catalog.suggestInformation, { query: { url } });
    expect(await suggested('https://www.postgresql.org/about/')).toMatchObject({
      name: 'PostgreSQL',
      type: 'data-storage',
    });
    expect(await suggested('https://quaybus.example/')).toMatchObject({ name: 'Quaybus', type: null });
  },
  [catalog.suggestBrand.id]: async (suite) => {
    const suggested = (url: string) => suite.get(catalog.suggestBrand, { query: { url } });
    expect(await suggested('https://www.postgresql.org/')).toMatchObject({
      colors: [{ hex: expect.stringMatching(/^#[0-9a-f]{6}$/) }],
      isNsfw: false,
    });
    await expect(suggested('https://quaybus.example/')).rejects.toMatchObject(gone);
  },
  [catalog.createIconUrl.id]: async (suite) => {
    const { signedUrl } = await suite.call(catalog.createIconUrl);
    expect(String(signedUrl)).toMatch(/\/files\/icons\/\w{20}\.png\?token=/);
  },
};
