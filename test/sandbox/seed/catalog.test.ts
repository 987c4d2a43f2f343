import { describe, expect, it } from 'vitest';
import {
  COLORS,
  PROVIDERS,
  REJECTION_REASONS,
  RESTRICTIONS,
  TECHNOLOGY_STATUSES,
  TECHNOLOGY_TYPES,
} from '../../../src/contract/enums.js';
import { all, strings } from './helpers.js';

const technologies = all('catalogTechnology');

describe('technology catalog', () => {
  it('is large, has unique names and covers every provider and type', () => {
    expect(technologies.length).toBeGreaterThanOrEqual(45);
    expect(new Set(technologies.map((it) => it.name)).size).toBe(technologies.length);
    const slugs = technologies.flatMap((it) => strings(it.slugs));
    expect(new Set(slugs).size).toBe(slugs.length);
    const covered = new Set(technologies.flatMap((it) => [it.provider, it.type]));
    for (const value of [...PROVIDERS, ...TECHNOLOGY_TYPES.filter((type) => type !== 'other')]) {
      expect(covered).toContain(value);
    }
  });

  it('uses documented values, real addresses and the two icon paths', () => {
    const [organization] = all('organization');
    for (const it of technologies) {
      expect([...PROVIDERS, null]).toContain(it.provider);
      expect(TECHNOLOGY_TYPES).toContain(it.type);
      expect(COLORS).toContain(it.color);
      expect(TECHNOLOGY_STATUSES).toContain(it.status);
      expect(strings(it.restrictions).length).toBeGreaterThan(0);
      for (const kind of strings(it.restrictions)) expect(RESTRICTIONS).toContain(kind);
      expect(it.defaultSlug).toBe(strings(it.slugs)[0]);
      for (const address of ['websiteUrl', 'docsUrl']) expect(String(it[address])).toMatch(/^https:\/\/\S+$/);
      expect(String(it.description)).toMatch(/^[A-Z].*\.$/);
      for (const icons of [strings(it.iconUrlDark), strings(it.iconUrlLight)]) {
        expect(icons).toHaveLength(2);
        expect(icons[0]).toContain(organization?.id);
        for (const path of icons) expect(path.endsWith(`${it.id}.png`) && path.startsWith('/')).toBe(true);
      }
    }
  });

  it('includes every review status', () => {
    const rejected = technologies.filter((it) => it.status === 'rejected');
    expect(rejected).toHaveLength(1);
    expect(REJECTION_REASONS).toContain(rejected[0]?.rejectionReason);
    expect(rejected[0]?.rejectionMessage).toBeTruthy();
    expect(technologies.filter((it) => it.status === 'pending-review')).toHaveLength(3);
    expect(technologies.filter((it) => it.deprecatedAt)).toHaveLength(1);
  });

  it('offers six templates', () => {
    expect(all('landscapeTemplate')).toHaveLength(6);
  });
});
