import { type Change, fileForField } from '../file-changes.js';
import { TOP_ORDER } from '../write.js';
import { moveLeadingComments, pairAt, topOf, type YamlFile } from '../yaml/yaml-file.js';
import { DOCUMENT_LIST_FIELDS, DOCUMENT_LISTS, isSameList, listInFile } from './document-lists.js';
import { editFields, removeKey } from './edit-fields.js';

/** Changes the document-wide lists of the files to those of the wanted model. Entries stay in their files. */
export function editDocumentLists(files: readonly YamlFile[], change: Change): void {
  const { current, wanted } = change;
  const paths = new Set(change.documents.keys());
  for (const list of DOCUMENT_LISTS) {
    if (isSameList(current, wanted, list)) continue;
    const where = { holder: fileForField(change, list), paths };
    for (const file of files) {
      const top = topOf(file);
      const after = listInFile(wanted, list, file.path, where);
      if (after === undefined) {
        removeKey(top, list);
        continue;
      }
      const first = top.items[0]?.key as never;
      const before = pairAt(top, list) ? listInFile(current, list, file.path, where) : undefined;
      const values = before === undefined ? {} : { [list]: before };
      editFields(top, { [list]: DOCUMENT_LIST_FIELDS[list] }, values, { [list]: after }, TOP_ORDER);
      moveLeadingComments(first, top.items[0]?.key as never);
    }
  }
}
