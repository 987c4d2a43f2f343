import { usageError } from '../../base/errors.js';
import { type WebPage, webAddress, webAppBeside } from '../../contract/web-app.js';
import { originOf } from '../../profiles/settings.js';
import type { Context } from './spec.js';

/** Base URL or pattern of the web app: from the profile, derived from the service, or the service as a fallback. */
export function webPattern({ settings }: Context): { pattern: string; isKnown: boolean } {
  const baseUrl = settings.account().baseUrl;
  const profile = settings.profile();
  // A profile's setting applies only to its own service.
  const configured = profile && originOf(profile.baseUrl) === originOf(baseUrl) ? profile.webUrl : undefined;
  const pattern = configured ?? webAppBeside(baseUrl);
  return { pattern: pattern ?? originOf(baseUrl), isKnown: pattern !== undefined };
}

/** URL of a page. Errors: `usage` for an id that is not valid in a URL. */
export function pageAddress(pattern: string, page: WebPage): string {
  try {
    return webAddress(pattern, page);
  } catch (error) {
    throw usageError(`Cannot build the URL of ${page.kind} "${page.id}": ${(error as Error).message}`);
  }
}
