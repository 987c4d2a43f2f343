import { usageError } from '../../base/errors.js';

/** The usual proxy variables in either case; lower case wins, as with curl. */
export interface ProxySettings {
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
}

/**
 * What the proxy variables of an environment say.
 * @throws ArchctlError `usage` for one that is no address.
 */
export function proxySettings(env: Readonly<Record<string, string | undefined>>): ProxySettings {
  const find = (name: string): string => (env[name.toLowerCase()] || env[name] || '').trim();
  const proxy = (name: string): string => {
    const text = find(name);
    if (text === '') return '';
    // "proxy.example:3128" is common, and curl takes it too.
    const full = text.includes('://') ? text : `http://${text}`;
    if (!/^https?:/i.test(full) || !URL.canParse(full)) {
      // The value is not shown: it may carry a password.
      throw usageError(`${name} is not the address of a proxy.`, {
        hint: 'It looks like http://proxy.example:3128.',
      });
    }
    return full;
  };
  return { httpProxy: proxy('HTTP_PROXY'), httpsProxy: proxy('HTTPS_PROXY'), noProxy: find('NO_PROXY') };
}
