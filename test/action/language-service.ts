/** The language service of GitHub Actions. Its packages import JSON without an attribute, so it is bundled before use. */
export { validate } from '@actions/languageservice';
export { TextDocument } from 'vscode-languageserver-textdocument';
