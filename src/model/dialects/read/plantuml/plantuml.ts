import { truncate } from '../../../validate/rule.js';
import { Diagnostics } from '../../diagnostics.js';
import type { ReadDialect } from '../../readers.js';
import { baseName } from '../pictures/blocks.js';
import { mergePictures } from '../pictures/merge.js';
import { MAX_PICTURES, type Picture } from '../pictures/picture.js';
import { Diagram } from './diagram.js';
import { type Section, sectionsOf } from './sections.js';

/** Reads PlantUML: C4 macros, component and deployment diagrams, in files of their own or in Markdown. */
export const readPlantuml: ReadDialect = (files, include) => {
  const diagnostics = new Diagnostics();
  const pictures: Picture[] = [];
  const included = new Set<string>();
  const draw = (section: Section, among: number): void => {
    const diagram = new Diagram(section, include, included);
    const name = section.name || section.heading || baseName(section.file);
    const isNamed = section.name !== '' || among === 1;
    const { picture, findings } = diagram.read(isNamed ? name : `${name} ${pictures.length + 1}`);
    for (const it of findings) diagnostics.add(it);
    if (picture) pictures.push(picture);
  };
  const bare: Section[] = [];
  for (const file of files) {
    const sections = diagnostics.isWithinLimit(file) ? sectionsOf(file) : [];
    for (const [at, it] of sections.entries()) {
      if (at >= MAX_PICTURES) {
        const place = { file: it.file, from: it.begin, to: it.from };
        diagnostics.error('The file contains too many diagrams: the rest is skipped.', place);
        break;
      }
      if (it.kind === '') bare.push(it);
      else if (isDrawn(it, diagnostics)) draw(it, sections.length);
    }
  }
  // A file without `@startuml` belongs to the files that include it.
  for (const it of bare) if (!included.has(it.file)) draw(it, 1);
  return mergePictures(pictures, diagnostics);
};

function isDrawn({ kind, file, begin, from, isClosed }: Section, diagnostics: Diagnostics): boolean {
  const place = { file, from: begin, to: from };
  if (kind !== 'uml' && kind !== 'c4') {
    diagnostics.loss(`@start${truncate(kind)} is not supported: the diagram is skipped.`, place);
    return false;
  }
  if (!isClosed)
    diagnostics.loss('@startuml is not closed: expected @enduml before the end of the file.', place);
  return true;
}
