import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jsonSafe } from '../../../../base/text/escape.js';
import { VERSION } from '../../../../base/version.js';
import { ALL_RULES, type RuleFacts } from '../../../../model/validate/rules.js';
import type { Located } from './located.js';

/** Findings as SARIF 2.1.0, for code scanning and editors. */

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

/** @param own Rules in addition to the built-in ones. */
export const sarifLog = (found: readonly Located[], own: readonly RuleFacts[] = []): string =>
  `${jsonSafe(JSON.stringify(logOf(found, [...ALL_RULES, ...own]), undefined, 2))}\n`;

function logOf(found: readonly Located[], rules: readonly RuleFacts[]) {
  const indexes = new Map(rules.map(({ name }, index) => [name, index]));
  const driver = { name: 'archctl', version: VERSION, rules: rules.map(ruleOf) };
  const results = found.map((it) => resultOf(it, indexes.get(it.finding.rule) ?? -1));
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'unicodeCodePoints', results }],
  };
}

const ruleOf = ({ name, severity, about }: RuleFacts) => ({
  id: name,
  shortDescription: { text: sarifText(about) },
  defaultConfiguration: { level: severity },
});

function resultOf({ finding, file, line, column, endColumn, path }: Located, ruleIndex: number) {
  const { rule, severity, message, hint, element, because } = finding;
  const region = { startLine: line, startColumn: column, endLine: line, endColumn };
  const logical = element && {
    name: element.id,
    kind: element.kind,
    ...(path !== undefined && { fullyQualifiedName: path }),
  };
  return {
    ruleId: rule,
    ruleIndex,
    level: severity,
    message: { text: sarifText(hint === undefined ? message : `${message} ${hint}`) },
    locations: [
      {
        ...(path === undefined && { physicalLocation: { artifactLocation: { uri: uriOf(file) }, region } }),
        ...(logical && { logicalLocations: [logical] }),
      },
    ],
    ...(because && { properties: { because } }),
  };
}

/** Text without embedded links (SARIF 3.11.6): brackets are escaped if a link could begin. */
const sarifText = (text: string): string => (text.includes('](') ? text.replace(/[\\[\]]/g, '\\$&') : text);

/** A path as a URI: relative if it is inside a folder, so that it matches the repository. */
const uriOf = (path: string): string =>
  isAbsolute(path) ? pathToFileURL(path).href : path.split(sep).map(encodeURIComponent).join('/');
