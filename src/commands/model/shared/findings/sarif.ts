import { isAbsolute, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { VERSION } from '../../../../base/version.js';
import { ALL_RULES } from '../../../../model/validate/rules.js';
import { jsonSafe } from '../../../../terminal/escape.js';
import type { Located } from './located.js';

/** Findings as SARIF 2.1.0, which code scanning and editors read. */

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json';

const RULE_INDEX = new Map(ALL_RULES.map(({ name }, index) => [name, index]));

export const sarifLog = (found: readonly Located[]): string =>
  `${jsonSafe(JSON.stringify(logOf(found), undefined, 2))}\n`;

const logOf = (found: readonly Located[]) => ({
  $schema: SCHEMA,
  version: '2.1.0',
  runs: [
    {
      tool: { driver: { name: 'archctl', version: VERSION, rules: ALL_RULES.map(ruleOf) } },
      columnKind: 'unicodeCodePoints',
      results: found.map(resultOf),
    },
  ],
});

const ruleOf = ({ name, severity, about }: (typeof ALL_RULES)[number]) => ({
  id: name,
  shortDescription: { text: about },
  defaultConfiguration: { level: severity },
});

function resultOf({ finding, file, line, column, endColumn }: Located) {
  const { rule, severity, message, hint, element } = finding;
  const region = { startLine: line, startColumn: column, endLine: line, endColumn };
  return {
    ruleId: rule,
    ruleIndex: RULE_INDEX.get(rule) ?? -1,
    level: severity,
    message: { text: hint === undefined ? message : `${message} ${hint}` },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region },
        ...(element && { logicalLocations: [{ name: element.id, kind: element.kind }] }),
      },
    ],
  };
}

/** A path as an address: as it was typed where that is below some folder, so that it fits the repository it is in. */
const uriOf = (path: string): string =>
  isAbsolute(path) ? pathToFileURL(path).href : path.split(sep).map(encodeURIComponent).join('/');
