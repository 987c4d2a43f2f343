import { fieldsIn, idOf, relationsIn, rowOf } from '../describe.js';
import { z } from '../schema.js';
import { tool } from '../tool.js';
import { idsInput, kindInput, nameInput, source } from './inputs.js';

export default tool({
  name: 'get',
  title: 'Show one element',
  description:
    'Returns all fields of an element, and its direct relations: what it contains, uses and is used by; what a diagram shows.',
  input: z.object({
    name: nameInput('Name or path, for example "Booking/Booking API"'),
    kind: kindInput,
    source,
    ids: idsInput,
  }),
  async run(workspace, { name, kind: word, source: from, ids: withIds }) {
    const isDrawn = word === 'diagram' || word === 'flow';
    const first = await workspace.model(from, isDrawn);
    const found = first.find(name, word);
    const needsContent = found.kind === 'diagram' || found.kind === 'flow';
    const view = needsContent ? await workspace.model(from, true) : first;
    const entity = needsContent ? view.find(name, found.kind as 'diagram' | 'flow') : found;
    const also = word === undefined ? view.alsoNamed(name, entity) : [];
    return {
      kind: 'record',
      record: {
        ...view.facts,
        ...rowOf(view, entity),
        ...fieldsIn(view, entity),
        ...relationsIn(view, entity),
        ...(also.length > 0 && { alsoNamed: also }),
        ...(withIds && { id: idOf(entity) }),
      },
    };
  },
});
