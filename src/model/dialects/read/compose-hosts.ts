import type { Tree } from './yaml-tree.js';

/** Finds hosts in environment variables and commands. */

export interface Mention {
  /** The service with this value. */
  from: string;
  host: string;
  /** Whether the host is part of a URL, and therefore certainly a host. */
  isUrl: boolean;
  /** Name of the variable or the field. */
  key: string;
  at: Tree;
}

/** Hosts that are the local machine, patterns, examples or unset variables. */
export const LOCAL =
  /^(?:localhost|(?:[^.]+\.)*local(?:host)?|host\.docker\.internal|example\.\w+|[\d.]+|\[.*|.*[${}*<>].*|)$/i;

const URL_HOST = /[a-z][a-z\d+.-]{0,30}:\/\/(?:[^\s/@,;"'|]{0,200}@)?([^\s/:?#,;"'|@)]{1,200})/gi;
/** `host:5432`, alone, in a list, or after credentials. */
const HOST_AND_PORT = /(?:^|[\s,;=@|])([a-z\d](?:[\w.-]{0,100}[a-z\d])?):\d{2,5}(?=$|[\s,;/|])/gi;
/** A host in a connection string. */
const CONNECTION =
  /(?:^|;)\s*(?:server|host|data source|addr|address)\s*=\s*(?:tcp:)?([a-z\d][\w.-]{0,100})/gi;
/** Variables that hold only a host. */
const NAMES_HOST =
  /host|server|connection|addr|endpoint|broker|bootstrap|upstream|backend|url|uri|(?:^|_)nodes?$|(?:^|_)peers?$/i;

function hostsIn(key: string, text: string): { host: string; isUrl: boolean }[] {
  const value = (withDefaults(text) ?? '').trim();
  const urls = [...value.matchAll(URL_HOST)].map(([, host = '']) => ({ host, isUrl: true }));
  const rest = value.replace(URL_HOST, ' ');
  const pairs = [...rest.matchAll(HOST_AND_PORT)].map(([, host = '']) => ({ host, isUrl: false }));
  const connections = [...rest.matchAll(CONNECTION)].map(([, host = '']) => ({ host, isUrl: false }));
  const names = NAMES_HOST.test(key) ? value.split(/[\s,;]+/).map((host) => ({ host, isUrl: false })) : [];
  return [...urls, ...pairs, ...connections, ...names];
}

/** Replaces variables with their defaults: `${TAG:-16}`. */
export const withDefaults = (text: string | undefined): string | undefined =>
  text?.replace(/\$\{\w{1,100}:?-([^{}]{0,500})\}/g, '$1');

/** Hosts in the environment, command and entry point of a service. */
export function mentionsIn(from: string, service: Tree): Mention[] {
  const environment = service.at('environment');
  const variables = [
    ...[...environment.entries()].map(([key, at]) => ({ key, text: at.text ?? '', at })),
    ...environment.items.map((at) => ({ ...keyAndValue(at.text ?? ''), at })),
  ];
  const words = ['command', 'entrypoint'].flatMap((key) => {
    const tree = service.at(key);
    return (tree.items.length > 0 ? tree.items : [tree]).map((at) => ({ key, text: at.text ?? '', at }));
  });
  return [...variables, ...words].flatMap(({ key, text, at }) =>
    hostsIn(key, text).map((it) => ({ from, key, at, ...it })),
  );
}

/** Hosts in an env file, one variable a line. */
export const mentionsInFile = (from: string, text: string, at: Tree): Mention[] =>
  text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .map(keyAndValue)
    .flatMap(({ key, text: value }) => hostsIn(key, value).map((it) => ({ from, key, at, ...it })));

/** Splits `KEY=value`. */
export function keyAndValue(line: string): { key: string; text: string } {
  const at = line.indexOf('=');
  if (at === -1) return { key: line.trim(), text: '' };
  return {
    key: line
      .slice(0, at)
      .replace(/^\s*export\s/, '')
      .trim(),
    text: line.slice(at + 1).replace(/^(['"])(.*)\1$/, '$2'),
  };
}
