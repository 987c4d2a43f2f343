import { describe, expect, it } from 'vitest';
import { isOpenInvite, sameAddress, seatsTaken, takesSeat } from '../../../src/contract/rules/seats.js';

const NOW = '2026-03-10T12:00:00.000Z';
const open = { permission: 'write', expiresAt: '2026-03-10T12:00:00.001Z' };

describe('an invite', () => {
  it.each([
    [open, true],
    [{ ...open, revokedAt: null, usedAt: null }, true],
    [{ ...open, revokedAt: NOW }, false],
    [{ ...open, usedAt: NOW }, false],
    [{ ...open, expiresAt: NOW }, false],
    // The same moment in another time zone.
    [{ ...open, expiresAt: '2026-03-10T14:00:00+02:00' }, false],
  ])('%j is open: %s', (invite, expected) => {
    expect(isOpenInvite(invite, NOW)).toBe(expected);
  });
});

describe('seats', () => {
  it('are needed for write permission', () => {
    expect(['billing', 'read', 'write', 'admin', undefined].filter(takesSeat)).toEqual(['write', 'admin']);
  });

  it('are taken by members and open invites', () => {
    const members = [{ permission: 'admin' }, { permission: 'read' }, { permission: 'billing' }];
    const invites = [open, { ...open, permission: 'read' }, { ...open, revokedAt: NOW }];
    expect(seatsTaken(members, invites, NOW)).toBe(2);
  });
});

it('addresses ignore case', () => {
  expect(sameAddress('Ada@Example.com', 'ada@example.COM')).toBe(true);
  expect(sameAddress('ada@example.com', 'adb@example.com')).toBe(false);
});
