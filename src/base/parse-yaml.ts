import {
  Composer,
  Document,
  type DocumentOptions,
  type ParseOptions,
  Parser,
  type SchemaOptions,
  type YAMLError,
  YAMLParseError,
} from 'yaml';

type Options = ParseOptions & DocumentOptions & SchemaOptions;

/** Errors of one text after which parsing stops: a text can have millions, and each carries a stack trace. */
const MAX_ERRORS = 100;

/** Members of a composer that its type declares private. */
interface ComposerInternals {
  errors: YAMLError[];
  onError(...args: unknown[]): void;
}

/** Leaves the composer, which continues after every error. */
class TooManyErrors extends Error {}

/** Parses a YAML text of one document; an empty text is an empty document, and a second document is an error. */
export function parseYamlDocument(text: string, options: Options = {}): Document {
  const [document = new Document(), second] = documentsIn(text, options, true);
  if (second) {
    const [from = 0, to = from] = second.range ?? [];
    const message = 'The text contains multiple documents.';
    document.errors.push(new YAMLParseError([from, to], 'MULTIPLE_DOCS', message));
  }
  return document;
}

/** Parses every document of a YAML text, up to the one that has too many errors. */
export const parseYamlDocuments = (text: string, options: Options = {}): Document[] =>
  documentsIn(text, options, false);

/** @param isSingle Forces a document for an empty text, and stops after the second one. */
function documentsIn(text: string, options: Options, isSingle: boolean): Document[] {
  const composer = new Composer(options);
  const composing = composer as unknown as ComposerInternals;
  const { onError } = composing;
  let count = 0;
  composing.onError = (...args) => {
    // The composer reports what it catches as an error, so this also has to throw for the report.
    if (count >= MAX_ERRORS) throw new TooManyErrors();
    count += 1;
    onError(...args);
  };
  const documents: Document[] = [];
  try {
    for (const document of composer.compose(tokens(), isSingle, text.length))
      if (documents.push(document) === 2 && isSingle) break;
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
    documents.push(Object.assign(new Document(), { errors: composing.errors }));
  }
  return documents;

  function* tokens() {
    for (const token of new Parser().parse(text)) {
      if (token.type === 'error') count += 1;
      yield token;
      if (count >= MAX_ERRORS) return;
    }
  }
}
