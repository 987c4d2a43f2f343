import { describe, expect, it } from 'vitest';
import { isBrowserMissing, openPage } from '../support/browser.js';
import { sharedSite } from '../support/site.js';

/** The layout engine takes a second to start, and more on a busy machine. */
const LOADING = { timeout: 20_000 };

/** A chain of 4 apps, with a way back from its end, and an app without connections. */
const CHAIN = `
domains:
  - id: d
    name: D
    objects:
      - id: shop
        type: system
        name: Shop
        objects: ${JSON.stringify(['a', 'b', 'c', 'd', 'z'].map((id) => ({ id, type: 'app', name: `App ${id.toUpperCase()}`, status: id === 'c' ? 'deprecated' : 'live' })))}
connections:
  - { id: ab, origin: a, target: b, name: AB, direction: outgoing }
  - { id: bc, origin: b, target: c, name: BC, direction: outgoing }
  - { id: ac, origin: a, target: c, name: AC, direction: outgoing }
  - { id: cd, origin: c, target: d, name: CD, direction: outgoing }
`;

describe.skipIf(isBrowserMissing())('exploring a site', () => {
  const openAt = async (hash: string) => {
    const site = await sharedSite(CHAIN);
    const requests: string[] = [];
    const opened = await openPage(site.address('index.html#/'));
    opened.page.on('request', (request) => requests.push(request.url()));
    await opened.page.goto(site.address(`index.html${hash}`));
    const boxes = async () =>
      (await opened.page.locator('.sheet [data-id][role="button"]').allTextContents())
        .map((it) => /App \w/.exec(it)?.[0] ?? '')
        .filter((it) => it !== '')
        .sort();
    return { ...opened, requests, boxes };
  };

  it('draws the neighbourhood of an element, with depth and direction', async () => {
    const { page, boxes, problems } = await openAt('#/explore/b');
    await expect.poll(boxes, LOADING).toEqual(['App A', 'App B', 'App C']);
    await page.getByLabel('Direction').selectOption('what it uses');
    await expect.poll(boxes, LOADING).toEqual(['App B', 'App C']);
    await page.getByLabel('Depth').selectOption('2 connections');
    await expect.poll(boxes, LOADING).toEqual(['App B', 'App C', 'App D']);
    expect(page.url()).toMatch(/#\/explore\/b\?.*direction=out.*depth=2|depth=2.*direction=out/);
    const colourOf = (id: string) =>
      page.locator(`.sheet [data-id="${id}"] path`).first().getAttribute('stroke');
    const before = await colourOf('b');
    await page.getByLabel('Colour by').selectOption('status');
    await page.getByRole('list', { name: 'Legend' }).getByText('deprecated').waitFor();
    // The outline of what is deprecated has the colour of its status already.
    await expect.poll(() => colourOf('b')).not.toBe(before);
    expect(await colourOf('b')).not.toBe(await colourOf('c'));
    expect(page.url()).toContain('colour=status');
    await page.getByLabel('Down to').selectOption('systems');
    await page.locator('.sheet').getByText('Shop').first().waitFor({ state: 'attached' });
    expect(problems).toEqual([]);
  });

  it('draws the paths between two elements, chosen by search', async () => {
    const { page, boxes, problems } = await openAt('#/explore');
    await page.getByRole('button', { name: 'Choose an element', exact: true }).click();
    await page.getByRole('searchbox').fill('App A');
    await page.getByRole('dialog').getByRole('button', { name: 'App A' }).click();
    await expect.poll(boxes, LOADING).toEqual(['App A', 'App B', 'App C']);
    await page.getByRole('button', { name: 'Paths to…' }).click();
    await page.getByRole('searchbox').fill('App D');
    await page.keyboard.press('Enter');
    await expect.poll(boxes, LOADING).toEqual(['App A', 'App C', 'App D']);
    await page.getByLabel('Paths').selectOption('up to 1 longer');
    await expect.poll(boxes, LOADING).toEqual(['App A', 'App B', 'App C', 'App D']);
    await page.getByLabel('Direction').selectOption('what uses it');
    await page.getByText('No path connects App A and App D').waitFor();
    expect(problems).toEqual([]);
  });

  it('centres an element on a double click, and shows its details on a click', async () => {
    const { page, boxes } = await openAt('#/explore/a');
    await page.locator('[data-id="c"]').first().dblclick();
    await expect.poll(boxes, LOADING).toEqual(['App A', 'App B', 'App C', 'App D']);
    expect(page.url()).toContain('#/explore/c');
    await page.locator('[data-id="d"]').first().click();
    await page.getByRole('complementary').getByRole('heading', { name: 'App D' }).waitFor();
  });

  it('loads the layout engine only when it is needed', async () => {
    const { page, requests, boxes } = await openAt('#/objects/a');
    await page.getByRole('heading', { name: 'App A' }).waitFor();
    expect(requests.filter((it) => it.endsWith('layout.js'))).toEqual([]);
    await page.getByRole('link', { name: 'Explore' }).last().click();
    await expect.poll(boxes, LOADING).toEqual(['App A', 'App B', 'App C']);
    expect(requests.filter((it) => it.endsWith('layout.js'))).toHaveLength(1);
  });

  it('leads from the impact of an element to its picture', async () => {
    const { page, boxes } = await openAt('#/objects/c');
    await page.getByText('2 elements depend on it directly, 0 through others.').waitFor();
    await page.getByRole('link', { name: 'Show as a picture' }).click();
    await expect.poll(boxes, LOADING).toEqual(['App A', 'App B', 'App C']);
  });

  it('shows a message if a picture would be too large', async () => {
    const many = Array.from({ length: 320 }, (_, at) => ({ id: `n${at}`, type: 'system', name: `N${at}` }));
    const site = await sharedSite(
      JSON.stringify({
        domains: [{ id: 'd', name: 'D', objects: [{ id: 'hub', type: 'system', name: 'Hub' }, ...many] }],
        connections: many.map(({ id }) => ({ id: `c-${id}`, origin: id, target: 'hub', name: 'uses' })),
      }),
    );
    const { page } = await openPage(site.address('index.html#/explore/hub'));
    await page.getByText('321 boxes and 320 lines are too many for a picture').waitFor();
  });
});
