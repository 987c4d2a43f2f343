/** Every option of every options type of the library, with values of other types. */
import type ts from 'typescript';
import { describe, expect, it } from 'vitest';
import * as client from '../../src/index.js';
import { createSandbox } from '../../src/library/sandbox.js';
import * as model from '../../src/model/index.js';
import * as webhooks from '../../src/webhooks/index.js';
import { FERRY } from '../support/ferry-document.js';
import { parser } from '../support/typescript.js';

let sent = 0;
const transport = client.fetchTransport(() => {
  sent += 1;
  return Response.json({});
});
const api = client.createClient({ baseUrl: 'https://x.test', transport });
const path = { landscapeId: 'l', versionId: 'latest' };
const files = [{ path: 'm.yaml', text: FERRY }];
const read = model.readModel(files);
const graph = model.graphOf([], []);
const plan = { steps: [], problems: [], landscape: {} } as never;
const sides = {
  base: { path: 'b', text: '' },
  ours: { path: 'o', text: '' },
  theirs: { path: 't', text: '' },
};
const job = { ...path, deadlineMs: 1 };
const pictures = { ...job, diagramId: 'd', formats: ['png'] };
const exported = { ...job, query: { type: 'pdf' } };
const imported = { ...job, document: {} };
const request = { method: 'POST', headers: {}, body: '{}' };
const delivery = { timestamp: '1', body: '{}' };
const signed = { ...delivery, signature: 'a', secrets: 's' };

type Call = (option: never) => unknown;

/** Passes one option, by the name of its type. */
const CALLS: Record<string, Call | Call[]> = {
  AcceptDriftOptions: (option) => model.acceptDrift(api, path, files, ['a'], option),
  ApplyModelOptions: (option) => model.applyModel(api, plan, option),
  CallOptions: [
    (option) => api.call(client.landscapes.get, { path, ...(option as object) }),
    (option) => client.withOptions(api, option),
    (option) => client.readOnly(api, option),
  ],
  ClientHooks: (option) => client.createClient({ baseUrl: 'https://x.test', hooks: option }),
  ClientSettings: (option) => client.clientFromEnv(option, ENV),
  ComparedVersions: (option) =>
    model.compareVersions(api, { landscapeId: 'l', before: 'a', after: 'b', ...(option as object) }),
  CreateClientOptions: (option) =>
    client.createClient({ baseUrl: 'https://x.test', transport, ...(option as object) }),
  DownloadOptions: (option) => api.download('https://x.test/f', option),
  DriftAim: (option) => model.driftModel(api, path, read, option),
  EditOptions: (option) => model.removeElements(files, ['a'], option),
  ExportInput: (option) => client.exportDiagram(api, { ...pictures, ...(option as object) } as never),
  FollowLogsOptions: (option) => client.followLogs(api, { organizationId: 'o' }, option).next(),
  GraphOptions: (option) => model.graphOf([], [], option),
  ImpactOptions: (option) => model.objectImpact(api, path, 'o', option),
  ImportOptions: (option) => model.importFrom('compose', [], option),
  Known: [(option) => model.validate(files, read, option), (option) => model.check(files, read, [], option)],
  LandscapeExportInput: (option) =>
    client.exportLandscape(api, { ...exported, ...(option as object) } as never),
  LandscapeImportInput: (option) =>
    client.importLandscape(api, { ...imported, ...(option as object) } as never),
  LockOptions: (option) => model.lockModel(api, 'l', read, option),
  LooseInput: (option) => api.perform(client.landscapes.get, { path, ...(option as object) }),
  MergeTextsOptions: (option) => model.mergeTexts(sides, option),
  MoveOptions: (option) => model.moveElement(files, 'a', { to: 'b', ...(option as object) }),
  NodeTransportOptions: (option) => client.nodeTransport({ proxyEnv: {}, ...(option as object) }),
  PagesOptions: (option) =>
    api
      .pages(client.landscapes.list, { path: { organizationId: 'o' } }, option)
      [Symbol.asyncIterator]()
      .next(),
  PlanAim: (option) => model.planModel(api, path, read, option),
  PullOptions: (option) => model.pullModel(api, path, [], option),
  RawInput: (option) => api.raw(option),
  ReceiveOptions: (option) => webhooks.receive(request, 'secret', option),
  RenameOptions: (option) => model.renameElement(files, 'a', option),
  RewriteOptions: (option) => model.rewriteModel(files, read.model, option),
  RouteOptions: (option) => model.routesBetween(graph, 'a', 'b', { most: 1, ...(option as object) }),
  SandboxFaults: (option) => createSandbox({ faults: option }),
  SandboxOptions: (option) => createSandbox(option),
  SignInput: (option) => webhooks.sign({ ...delivery, secret: 's', ...(option as object) } as never),
  UploadOptions: (option) =>
    api.upload('https://x.test/f', new Uint8Array(), { contentType: 'a/b', ...(option as object) }),
  VerifyInput: (option) => webhooks.verify({ ...signed, ...(option as object) } as never),
  Wanted: (option) => model.exportAs(read.model, 'mermaid', option),
  WriteOptions: (option) => model.writeModel(read.model, option),
};
const ENV = { ARCHCTL_API_KEY: 'a:b', ARCHCTL_BASE_URL: 'https://x.test' };

/** Inputs of one operation, which `CallOptions` covers, and options that `createClient` extends. */
const OTHERS = ['CallInput', 'ClientOptions'];

const ENTRIES = ['src/index.ts', 'src/model/index.ts', 'src/webhooks/index.ts', 'src/library/sandbox.ts'];
const program = parser.createProgram(ENTRIES, {
  module: parser.ModuleKind.NodeNext,
  moduleResolution: parser.ModuleResolutionKind.NodeNext,
  target: parser.ScriptTarget.ES2023,
  strict: true,
  exactOptionalPropertyTypes: false,
  skipLibCheck: true,
  types: ['node'],
});
const checker = program.getTypeChecker();
const typeOf = (symbol: ts.Symbol): ts.Type =>
  checker.getTypeOfSymbolAtLocation(
    symbol,
    symbol.valueDeclaration ?? (program.getSourceFiles()[0] as ts.Node),
  );
const nameOf = (type: ts.Type): string =>
  (type.aliasSymbol ?? checker.getNonNullableType(type).symbol)?.name ?? '';
const IS_OPTIONS = /(Options|Aim|Input|Settings|Hooks|Faults|Versions|Wanted|Known)$/;

/** Options types of the parameters of exported functions and of the client's methods, and those in their fields. */
function optionsTypes(): Map<string, ts.Type> {
  const found = new Map<string, ts.Type>();
  const add = (type: ts.Type): void => {
    const name = nameOf(type);
    if (!IS_OPTIONS.test(name) || found.has(name)) return;
    const own = checker.getNonNullableType(type);
    found.set(name, own);
    if (OTHERS.includes(name)) return;
    for (const it of checker.getPropertiesOfType(own)) add(typeOf(it));
  };
  const addParameters = (type: ts.Type): void => {
    for (const { parameters } of type.getCallSignatures()) for (const it of parameters) add(typeOf(it));
  };
  for (const entry of ENTRIES) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile);
    for (const exported of module ? checker.getExportsOfModule(module) : []) {
      const isAlias = (exported.flags & parser.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      if (symbol.name === 'Client') {
        const methods = checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(symbol));
        for (const it of methods) addParameters(typeOf(it));
      } else if (symbol.valueDeclaration) addParameters(typeOf(symbol));
      else add(checker.getDeclaredTypeOfSymbol(symbol));
    }
  }
  for (const name of NOT_CALLS) found.delete(name);
  return found;
}

/** Bodies of requests, which the contract checks, and results. */
const NOT_CALLS = ['ExportOptions', 'LandscapeExportOptions', 'DraftTaskInput', ...OTHERS];

/** Values that a type does not accept. */
function wrongFor(type: ts.Type): unknown[] {
  const values: [ts.Type, ...unknown[]][] = [
    [checker.getNumberType(), 5],
    [checker.getStringType(), 'not a value'],
    [checker.getBooleanType(), true],
    [checker.getNullType(), null],
  ];
  const wrong = values.flatMap(([of, value]) => (checker.isTypeAssignableTo(of, type) ? [] : [value]));
  const isNumber = checker.isTypeAssignableTo(checker.getNumberType(), type);
  const isList = checker.typeToString(type).startsWith('readonly string[]');
  const isDate = nameOf(type) === 'Date';
  return [
    ...wrong,
    ...(isNumber ? [Number.NaN, -1, Number.NEGATIVE_INFINITY] : []),
    ...(isList ? [[5]] : []),
    ...(isDate ? [new Date('x')] : []),
  ];
}

/** Options whose checks have their own words. */
const WORDS: Record<string, RegExp> = {
  apiKey: /apiKey/,
  secret: /signing secret/,
  secrets: /signing secret/,
  body: /body/i,
  query: /query/,
  seed: /seed/i,
};

const types = optionsTypes();

async function outcomeOf(work: () => unknown): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    return error;
  }
}

describe('options of other types', () => {
  it('are passed for each options type of the library', () => {
    expect([...types.keys()].sort()).toEqual(Object.keys(CALLS).sort());
  });

  it.each([...types])('are usage errors that name the option: %s', async (name, type) => {
    const options = checker.getPropertiesOfType(type);
    expect(options.length).toBeGreaterThan(0);
    const failed: string[] = [];
    const from = sent;
    for (const call of [CALLS[name] ?? []].flat())
      for (const option of options)
        for (const value of wrongFor(typeOf(option))) {
          const error = await outcomeOf(() => call({ [option.name]: value } as never));
          const words = WORDS[option.name] ?? new RegExp(`"${option.name}"`);
          const isRight = client.isArchctlError(error) && error.kind === 'usage' && words.test(error.message);
          if (!isRight) failed.push(`${name}.${option.name} = ${JSON.stringify(value)}: ${String(error)}`);
        }
    expect(failed).toEqual([]);
    expect(sent).toBe(from);
  });

  it.each([...types.keys()])('must exist: %s', async (name) => {
    for (const call of [CALLS[name] ?? []].flat()) {
      const error = await outcomeOf(() => call({ timeuotMs: 1 } as never));
      const hint = /^The option "timeuotMs" of [\w ]+ does not exist\.$/;
      expect(client.isArchctlError(error) && [error.kind, error.message]).toEqual([
        'usage',
        expect.stringMatching(hint),
      ]);
    }
  });

  it('that are undefined count as absent', async () => {
    const options = { signal: undefined, prune: undefined } as never;
    const error = await outcomeOf(() => model.planModel(api, path, read, options));
    expect(error).not.toMatchObject({ kind: 'usage' });
  });

  const whole = { only: ['a'], elements: [], withDependencies: false, dependencies: [] };
  it.each<[string, () => unknown, string]>([
    ['only', () => model.planModel(api, path, read, { only: [5] as never }), 'only'],
    ['ignore', () => model.driftModel(api, path, read, { ignore: [{}] as never }), 'ignore'],
    ...Object.entries({ only: [5], elements: [null], withDependencies: 1, dependencies: [{}] }).flatMap(
      ([name, value]): [string, () => unknown, string][] => {
        const selection = { ...whole, [name]: value } as never;
        const edited = { ...(plan as object), selection } as never;
        return [
          [`selection.${name}`, () => model.planModel(api, path, read, { selection }), 'selection'],
          [`selection.${name} of a plan`, () => model.applyModel(api, edited), 'selection'],
        ];
      },
    ),
  ])('with wrong elements are usage errors: %s', async (_, call, option) => {
    const error = await outcomeOf(call);
    expect(error).toMatchObject({ kind: 'usage', message: expect.stringContaining(`"${option}"`) });
  });

  it('secrets with wrong elements are usage errors', async () => {
    const error = await outcomeOf(() => webhooks.receive(request, [5] as never));
    expect(error).toMatchObject({ kind: 'usage', message: expect.stringContaining('signing secret') });
  });
});
