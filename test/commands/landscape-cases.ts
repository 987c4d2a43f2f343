import type { CommandCase } from './cases.js';

const UNKNOWN_ID = 'NobodyHasThisId00000';

/** Cases of landscapes, versions, reverts and templates. */
export const LANDSCAPE_CASES: Readonly<Record<string, CommandCase>> = {
  'landscape copy': {
    good: ({ smallest, sideLandscape }) => [smallest, '--target', sideLandscape],
    bad: ({ landscape }) => [landscape, '--target', landscape],
    kind: 'refused',
  },
  'landscape create': {
    good: ({ template }) => ['--name', 'Shop', '--template', template, '--scheduled-versions'],
    bad: () => ['--name', 'Shop', '--template', UNKNOWN_ID],
    kind: 'not-found',
  },
  'landscape delete': {
    good: ({ spareLandscape }) => [spareLandscape, '--yes'],
    bad: ({ sideLandscape }) => [sideLandscape],
    kind: 'usage',
  },
  'landscape get': {
    good: ({ landscape }) => [landscape, '--counts'],
    reads: true,
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'landscape search': {
    good: () => ['booking', '--max-results', '5', '--include-data'],
    reads: true,
    bad: () => ['booking', '--type', 'boat'],
    kind: 'usage',
  },
  'landscape thumbnail': {
    good: ({ landscape }) => [landscape],
    reads: true,
    bad: ({ spareLandscape }) => [spareLandscape],
    kind: 'not-found',
  },
  'landscape thumbnail-url': {
    good: ({ landscape }) => [landscape],
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'landscape update': {
    good: ({ sideLandscape }) => [sideLandscape, '--name', 'Beside it', '--no-scheduled-versions'],
    bad: ({ sideLandscape }) => [sideLandscape],
    kind: 'usage',
  },
  'landscape use': {
    good: ({ landscape }) => [landscape],
    silent: true,
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'revert get': {
    good: ({ sideLandscape, revert }) => [revert, '--landscape', sideLandscape],
    reads: true,
    bad: ({ revert }) => [revert],
    kind: 'not-found',
  },
  'revert list': {
    good: ({ sideLandscape }) => ['--landscape', sideLandscape],
    reads: true,
    bad: () => ['--landscape', UNKNOWN_ID],
    kind: 'not-found',
  },
  'revert update': {
    good: ({ sideLandscape, revert }) => [
      ...[revert, '--landscape', sideLandscape],
      ...['--notes', 'The import was incomplete.'],
    ],
    bad: ({ sideLandscape, revert }) => [revert, '--landscape', sideLandscape, '--notes', 'short'],
    kind: 'usage',
  },
  'version create': {
    good: ({ sideLandscape }) => [
      ...['--landscape', sideLandscape, '--name', 'Frozen'],
      ...['--notes', 'As it was, before all this.', '--model', 'none'],
    ],
    bad: () => ['--name', 'Frozen', '--notes', 'short'],
    kind: 'usage',
  },
  'version delete': {
    good: ({ sideLandscape, spareVersion }) => [spareVersion, '--landscape', sideLandscape, '--yes'],
    bad: ({ snapshot }) => [snapshot],
    kind: 'usage',
  },
  'version get': {
    good: ({ snapshot }) => [snapshot],
    reads: true,
    bad: () => [UNKNOWN_ID],
    kind: 'not-found',
  },
  'version update': {
    good: ({ sideLandscape, sideVersion }) => [
      ...[sideVersion, '--landscape', sideLandscape],
      ...['--name', 'Approved', '--notes', 'Approved by the board.'],
    ],
    bad: ({ sideLandscape, sideVersion }) => [
      ...[sideVersion, '--landscape', sideLandscape],
      ...['--model', UNKNOWN_ID],
    ],
    kind: 'refused',
  },
};
