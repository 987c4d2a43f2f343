/** Cases of commands about people, access and sharing. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandCase } from './cases.js';
import { PIXEL } from './catalog-cases.js';

const UNKNOWN_ID = 'NobodyHasThisId00000';
/** Error of the service for an unknown id. */
const nowhere = { bad: () => [UNKNOWN_ID], kind: 'not-found' } as const;

export const PEOPLE_COMMANDS: Readonly<Record<string, CommandCase>> = {
  health: {
    good: () => [],
    reads: true,
    bad: () => ['-p', 'nobody'],
    kind: 'usage',
  },
  'invite create': {
    good: () => ['--email', 'ada@example.com', '--permission', 'read'],
    bad: () => ['--email', 'ada', '--permission', 'read'],
    kind: 'usage',
  },
  'invite list': { good: () => ['--all'], reads: true, bad: () => ['-p', 'revoked'], kind: 'auth' },
  'invite revoke': {
    good: ({ invite }) => [invite, '--yes'],
    bad: () => [UNKNOWN_ID, '--yes'],
    kind: 'not-found',
  },
  'keys delete': {
    good: ({ spareKey }) => [spareKey, '--yes'],
    bad: ({ key }) => [key],
    kind: 'usage',
  },
  'keys list': { good: () => [], reads: true, bad: () => ['-p', 'reader'], kind: 'auth' },
  'organization create': {
    good: () => ['--name', 'Another', '--language', 'fr-FR', '--no-share-links'],
    bad: () => ['--language', 'fr-FR'],
    kind: 'usage',
  },
  'organization delete': {
    good: ({ spareOrganization }) => [spareOrganization, '--yes'],
    bad: ({ organization }) => [organization, '--yes'],
    kind: 'refused',
  },
  'organization icon': {
    before: ({ cwd }) => writeFileSync(join(cwd, 'quay.png'), PIXEL),
    good: () => ['quay.png', '--variant', 'dark'],
    bad: () => ['no-such-file.png'],
    kind: 'usage',
  },
  'organization get': { good: () => [], reads: true, ...nowhere },
  'organization update': {
    good: () => ['--line-shape', 'square'],
    bad: () => [],
    kind: 'usage',
  },
  'share-link create': {
    good: ({ smallest }) => ['--landscape', smallest, '--protected', '--password-stdin'],
    options: () => ({ stdin: 'correct horse battery\n' }),
    bad: () => [],
    kind: 'refused',
  },
  'share-link delete': {
    good: ({ smallest }) => ['--landscape', smallest, '--yes'],
    bad: () => [],
    kind: 'usage',
  },
  'share-link get': {
    good: () => [],
    reads: true,
    bad: ({ snapshot }) => ['--landscape-version', snapshot],
    kind: 'not-found',
  },
  'share-link options get': { good: ({ shared }) => [shared], reads: true, ...nowhere },
  'share-link options keep': {
    good: ({ diagram }) => ['--mode', 'diagram', '--diagram', diagram, '--prevent-navigation'],
    bad: () => ['--mode', 'diagram', '--diagram', UNKNOWN_ID],
    kind: 'refused',
  },
  'share-link public get': { good: ({ shortId }) => [shortId], reads: true, ...nowhere },
  'share-link public landscape': { good: ({ shortId }) => [shortId], ...nowhere },
  'share-link public options': {
    good: ({ shortId, shared }) => [shortId, shared],
    reads: true,
    bad: ({ shortId }) => [shortId, UNKNOWN_ID],
    kind: 'not-found',
  },
  'share-link update': { good: () => ['--no-protected'], bad: () => [], kind: 'usage' },
  'team create': {
    good: ({ user }) => ['--name', 'Harbour', '--color', 'green', '--user', user],
    bad: () => ['--name', 'Harbour', '--user', UNKNOWN_ID],
    kind: 'refused',
  },
  'team delete': {
    good: ({ spareTeam }) => [spareTeam, '--yes'],
    bad: ({ team }) => [team],
    kind: 'usage',
  },
  'team get': { good: ({ team }) => [team], reads: true, ...nowhere },
  'team landscapes': { good: ({ team }) => [team], reads: true, ...nowhere },
  'team list': { good: () => [], reads: true, bad: () => ['-p', 'revoked'], kind: 'auth' },
  'team objects': { good: ({ team }) => [team], reads: true, ...nowhere },
  'team update': {
    good: ({ team, user }) => [team, '--add-user', user],
    bad: ({ team }) => [team],
    kind: 'usage',
  },
  'user delete': {
    good: ({ spareUser }) => [spareUser, '--yes'],
    bad: ({ user }) => [user],
    kind: 'usage',
  },
  'user exists': { good: () => [], reads: true, bad: () => ['-p', 'revoked'], kind: 'auth' },
  'user get': { good: ({ user }) => [user], reads: true, ...nowhere },
  'user list': { good: () => [], reads: true, bad: () => ['--permission', 'owner'], kind: 'usage' },
  'user me': { good: () => [], reads: true, bad: () => ['-p', 'revoked'], kind: 'auth' },
  'user update-me': { good: () => ['--theme', 'dark'], bad: () => [], kind: 'usage' },
};
