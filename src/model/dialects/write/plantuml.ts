import { plantumlText } from '../../../documents/index.js';
import type { Level, View } from '../view/view.js';
import { type C4Notation, c4Lines } from './c4.js';
import { type Identifiers, wordsIn } from './identifiers.js';
import type { Losses } from './losses.js';

/** Writes views as PlantUML with macros of its bundled C4 library; nothing is fetched. */

const NOTATION: C4Notation = {
  quoted: (text) => `"${plantumlText(text)}"`,
  rules: { atBoundaries: true, inside: false, single: false },
  emptyBoundaries: true,
};

const LIBRARY: Readonly<Record<Level, string>> = {
  context: '<C4/C4_Context>',
  app: '<C4/C4_Container>',
  component: '<C4/C4_Component>',
};

export function plantumlC4(view: View, ids: Identifiers, losses: Losses): string {
  const lines = c4Lines(view, ids, NOTATION, losses);
  const head = ['@startuml', `!include ${LIBRARY[view.level]}`, `title ${plantumlText(view.title)}`];
  return `${[...head, ...lines, '@enduml'].join('\n')}\n`;
}

/** Words of PlantUML and its macros that cannot be aliases. */
export const PLANTUML_KEYWORDS = wordsIn(`
  participant create destroy activate deactivate autonumber return ref box alt else opt loop par break
  critical group end title note as is of left right up down top bottom over on package node database
  rectangle component actor interface folder cloud frame skinparam hide show remove legend header
  footer caption scale together person system container rel birel boundary queue stack storage card
  file agent artifact collections control entity hexagon label usecase action process
`);
