import { choice, flag, text, texts } from '../../../cli/command/options.js';
import type { OptionSpec } from '../../../cli/command/value-spec.js';
import { LINE_SHAPES } from '../../../contract/enums.js';
import {
  BILLING_CURRENCIES,
  BILLING_CYCLES,
  ORGANIZATION_LANGUAGES,
} from '../../../contract/resources/organization.js';
import { no } from '../../shared/model-options.js';

/** Domains one by one; the word `none` lifts the restriction. */
const authDomains: OptionSpec<string[] | null> = {
  ...texts('Only visitors signed in with an address of this domain, or none'),
  value: 'DOMAIN',
  body: 'shareLinkAuthDomains',
  suggests: ['none'],
  parse: (given, previous) => (given === 'none' ? null : [...(previous ?? []), given]),
};

/** Settings of an organization, for its create and its update. */
export const SETTINGS = {
  language: choice(ORGANIZATION_LANGUAGES, 'Language of texts that the service writes', { body: 'language' }),
  lineShape: choice(LINE_SHAPES, 'Lines of new connections in diagrams', { body: 'lineShapeDefault' }),
  shareLinks: flag('Allow share links', { body: 'shareLinksEnabled' }),
  noShareLinks: no('Allow no share links; those there are stop working', { body: 'shareLinksEnabled' }),
  shareLinkAuthDomain: authDomains,
  ai: flag('Allow what uses language models', { body: 'aiFeaturesEnabled' }),
  noAi: no('Allow nothing that uses language models', { body: 'aiFeaturesEnabled' }),
  billingEmail: text('Address that bills go to', { body: 'billingEmail' }),
  billingCurrency: choice(BILLING_CURRENCIES, 'Currency of bills', { body: 'billingCurrency' }),
  billingCycle: choice(BILLING_CYCLES, 'How often bills come', { body: 'billingCycle' }),
};
