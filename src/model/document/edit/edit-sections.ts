import { isMap, type YAMLMap } from 'yaml';
import { elementKey, type Reference } from '../element.js';
import { type Change, fileForField } from '../file-changes.js';
import {
  entryOfReference,
  SECTION_KEYS,
  SECTIONS,
  type Section,
  sectionOf,
  sectionText,
} from '../references.js';
import { TOP_ORDER } from '../write.js';
import { listAt, moveLeadingComments, pairAt, topOf, type YamlFile } from '../yaml/yaml-file.js';
import { editFields, removeKey } from './edit-fields.js';

/** Updates the owners and references in the files of a document. */

/** Changes the sections of the files to those of the wanted model. Entries stay in their files. */
export function editSections(files: readonly YamlFile[], change: Change): void {
  const { current, wanted } = change;
  for (const section of SECTION_KEYS) {
    if (sectionText(current, section) === sectionText(wanted, section)) continue;
    const holder = fileForField(change, section);
    for (const file of files) edit(file, section, change, file.path === holder);
  }
}

function edit(file: YamlFile, section: Section, change: Change, isHolder: boolean): void {
  const top = topOf(file);
  const before = section === 'owners' ? ownersIn(top, change) : referencesIn(file, change);
  const after = section === 'owners' ? ownersFor(change, isHolder) : referencesFor(file, change, isHolder);
  if (after.length === 0) {
    removeKey(top, section);
    return;
  }
  const first = top.items[0]?.key as never;
  const has = pairAt(top, section) !== undefined;
  const fields = { [section]: SECTIONS[section] };
  editFields(top, fields, has ? { [section]: before } : {}, { [section]: after }, TOP_ORDER);
  moveLeadingComments(first, top.items[0]?.key as never);
}

/** Owners have an order, so changed owners of several files are joined in the first of them. */
const ownersFor = ({ wanted }: Change, isHolder: boolean) =>
  isHolder ? [...sectionOf(wanted, 'owners')] : [];

/** The current owners; empty if several files have some, because only those of one file are edited entry by entry. */
function ownersIn(top: YAMLMap, { current, documents }: Change) {
  const files = [...documents.values()].filter(({ keys }) => keys.has('owners')).length;
  const all = sectionOf(current, 'owners');
  return files === 1 && listAt(top, 'owners')?.items.filter(isMap).length === all.length ? [...all] : [];
}

const isOf =
  ({ path }: YamlFile) =>
  ({ place }: Reference): boolean =>
    place?.file === path;

const referencesIn = (file: YamlFile, { current }: Change) =>
  [...current.references.values()].filter(isOf(file)).map(entryOfReference);

/** The references that stay in a file, and for the first file new ones. */
function referencesFor(file: YamlFile, { current, wanted }: Change, isHolder: boolean) {
  const existing = [...current.references.values()]
    .filter(isOf(file))
    .flatMap((it) => wanted.references.get(elementKey(it)) ?? []);
  const added = [...wanted.references.values()].filter((it) => !current.references.has(elementKey(it)));
  return [...existing, ...(isHolder ? added : [])].map(entryOfReference);
}
