import { usageError } from '../../base/errors.js';

/** The usual proxy variables in either case; lower case takes precedence, as in curl. */
export interface ProxySettings {
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
}

/**
 * Reads the proxy variables of an environment.
 * @throws ArchctlError `usage` for an invalid URL.
 */
export function proxySettings(env: Readonly<Record<string, string | undefined>>): ProxySettings {
  const find = (name: string): string => (env[name.toLowerCase()] || env[name] || '').trim();
  const proxy = (name: string): string => {
    const text = find(name);
    if (text === '') return '';
    // "proxy.example:3128" is common, and curl accepts it too.
    const full = text.includes('://') ? text : `http://${text}`;
    if (!/^https?:/i.test(full) || !URL.canParse(full)) {
      // The value is not printed, because it may contain a password.
      throw usageError(`${name} is not a valid proxy URL.`, {
        hint: 'Use the form http://proxy.example:3128.',
      });
    }
    return full;
  };
  return { httpProxy: proxy('HTTP_PROXY'), httpsProxy: proxy('HTTPS_PROXY'), noProxy: find('NO_PROXY') };
}
