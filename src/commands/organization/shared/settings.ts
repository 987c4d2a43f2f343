import { choice, flag, no, text, texts } from '../../../cli/command/options.js';
import type { OptionSpec } from '../../../cli/command/value-spec.js';
import { LINE_SHAPES } from '../../../contract/enums.js';
import {
  BILLING_CURRENCIES,
  BILLING_CYCLES,
  ORGANIZATION_LANGUAGES,
} from '../../../contract/resources/organization.js';

/** List of domains; the word `none` removes the restriction. */
const authDomains: OptionSpec<string[] | null> = {
  ...texts('E-mail domain that visitors must sign in with, or none'),
  value: 'DOMAIN',
  body: 'shareLinkAuthDomains',
  suggests: ['none'],
  parse: (given, previous) => (given === 'none' ? null : [...(previous ?? []), given]),
};

/** Settings for creating and updating an organization. */
export const SETTINGS = {
  language: choice(ORGANIZATION_LANGUAGES, 'Language of generated texts', { body: 'language' }),
  lineShape: choice(LINE_SHAPES, 'Shape of new connections in diagrams', { body: 'lineShapeDefault' }),
  shareLinks: flag('Allow share links', { body: 'shareLinksEnabled' }),
  noShareLinks: no('Disable share links, including existing ones', { body: 'shareLinksEnabled' }),
  shareLinkAuthDomain: authDomains,
  ai: flag('Enable features that use language models', { body: 'aiFeaturesEnabled' }),
  noAi: no('Disable features that use language models', { body: 'aiFeaturesEnabled' }),
  billingEmail: text('E-mail address for bills', { body: 'billingEmail' }),
  billingCurrency: choice(BILLING_CURRENCIES, 'Billing currency', { body: 'billingCurrency' }),
  billingCycle: choice(BILLING_CYCLES, 'Billing cycle', { body: 'billingCycle' }),
};
