import { describe, expect, it } from 'vitest';
import { isBrowserMissing, openPage } from '../support/browser.js';
import { sharedSite } from '../support/site.js';

const HOSTILE = [
  '<img src="https://evil.test/a.png" onerror="alert(1)">',
  '</script><script>alert(2)</script>',
  '"><svg onload=alert(3)>',
  '<style>@import "https://evil.test/b.css"</style>',
  '![x](https://evil.test/c.png) [y](javascript:alert(4)) <a href="data:text/html,x">z</a>',
  '*/</style>]]><!-- \u202e\u0000 -->',
];
const text = JSON.stringify(HOSTILE.join(' '));

/** A model with hostile text in every field that a page shows. */
const MODEL = `
landscape: ${text}
tagGroups:
  - { id: g, name: ${text}, icon: globe }
tags:
  - { id: t, name: ${text}, color: green, group: g }
domains:
  - id: d
    name: ${text}
    objects:
      - id: "../../<b>\\"'"
        type: system
        name: ${text}
        caption: ${text}
        description: ${text}
        tags: [t]
        teams: [${text}]
        links: [{ url: "javascript:alert(5)", name: ${text} }, { url: "https://example.com/\\"><script>alert(6)</script>" }]
        objects:
          - { id: __proto__, type: app, name: constructor, description: ${text} }
connections:
  - { id: c, origin: __proto__, target: "../../<b>\\"'", name: ${text}, description: ${text} }
diagrams:
  - { id: "<script>", type: app-diagram, of: "../../<b>\\"'", name: ${text}, description: ${text}, objects: [__proto__] }
flows:
  - { id: f, name: ${text}, diagram: "<script>", steps: [{ description: ${text}, details: ${text} }] }
`;

describe.skipIf(isBrowserMissing())('a hostile model', () => {
  it.each([true, false])('runs nothing and sends nothing (JavaScript: %s)', async (javaScriptEnabled) => {
    const site = await sharedSite(MODEL);
    const files = site.files().filter((it) => it.endsWith('.html'));
    const hashes = ['objects', 'diagrams', 'flows'].flatMap((kind) =>
      files.filter((it) => it.startsWith(`${kind}/`)).map((it) => `#/${it.replace(/\.html$/, '')}`),
    );
    expect(hashes.length).toBeGreaterThan(3);
    const explored = ['#/explore/__proto__', '#/explore/__proto__?to=%3Cb%3E&level=<svg>'];
    const pages = javaScriptEnabled
      ? ['', '#/findings', ...explored, ...hashes].map((it) => `index.html${it}`)
      : files;
    const { page, problems } = await openPage(site.address(), { javaScriptEnabled });
    for (const path of pages) {
      // Otherwise, a page that differs only in its fragment is not loaded again.
      await page.goto('about:blank');
      await page.goto(site.address(path));
      await page.locator('main').waitFor();
      expect(problems, path).toEqual([]);
      expect(
        await page.locator('main :is(img[src^="http"], a[href^="javascript:"], a[href^="data:"])').count(),
      ).toBe(0);
    }
  });
});
