import type { Adr } from '../../../contract/resources/adr.js';
import type { Diagram } from '../../../contract/resources/diagram.js';
import type { Flow } from '../../../contract/resources/flow.js';
import type { ModelConnection } from '../../../contract/resources/model-connection.js';
import type { ModelObject } from '../../../contract/resources/model-object.js';
import type { Tag } from '../../../contract/resources/tag.js';
import type { ImpactRecords } from '../../../contract/rules/impact-types.js';
import { NAMESPACE_LABEL } from '../../../contract/rules/imports/import-entities.js';
import { nameOf } from '../../../model/document/containers.js';
import { listAt } from '../../../model/document/decision/references.js';
import { elementsOf, entriesOf, idsAt, type Model, textAt } from '../../../model/document/element.js';
import { drawnId, Implied } from '../../../model/document/implied.js';

/** Converts model files to the records that an impact analysis reads. Files have no comments and drafts. */
export function modelRecords(model: Model): ImpactRecords {
  const implied = new Implied(model);
  const drawn = new Map<string, Record<string, { id: string; objectId: string }>>();
  for (const diagram of elementsOf(model, 'diagram'))
    for (const entry of entriesOf(implied.field(diagram, 'objects'))) {
      const object = String(entry.object);
      const on = drawn.get(object) ?? {};
      on[diagram.id] = { id: diagram.id, objectId: drawnId(entry) };
      drawn.set(object, on);
    }
  // The analysis reads only the fields below.
  return {
    objects: elementsOf(model, 'object').map((it) => ({
      id: it.id,
      name: nameOf(it),
      type: textAt(it.fields, 'type'),
      parentId: textAt(it.fields, 'parent') ?? null,
      groupIds: idsAt(it.fields, 'groups'),
      tagIds: idsAt(it.fields, 'tags'),
      teamIds: idsAt(it.fields, 'teams'),
      labels: model.namespace === undefined ? {} : { [NAMESPACE_LABEL]: model.namespace },
      diagrams: drawn.get(it.id) ?? {},
    })) as unknown as ModelObject[],
    connections: elementsOf(model, 'connection').map((it) => ({
      id: it.id,
      name: nameOf(it),
      originId: textAt(it.fields, 'origin') ?? '',
      targetId: textAt(it.fields, 'target') ?? '',
      viaId: textAt(it.fields, 'via') ?? null,
      direction: textAt(it.fields, 'direction') ?? null,
    })) as unknown as ModelConnection[],
    diagrams: elementsOf(model, 'diagram').map((it) => ({
      id: it.id,
      name: nameOf(it),
      modelId: textAt(it.fields, 'of') ?? null,
    })) as unknown as Diagram[],
    flows: elementsOf(model, 'flow').map((it) => ({
      id: it.id,
      name: nameOf(it),
      diagramId: textAt(it.fields, 'diagram') ?? '',
      steps: Object.fromEntries(
        entriesOf(it.fields.steps).map((step, at) => [
          `${at}`,
          {
            originId: textAt(step, 'origin'),
            targetId: textAt(step, 'target'),
            viaId: textAt(step, 'via'),
          },
        ]),
      ),
    })) as unknown as Flow[],
    tags: elementsOf(model, 'tag').map((it) => ({ id: it.id, name: nameOf(it) })) as unknown as Tag[],
    comments: [],
    drafts: [],
    decisions: (model.decisions ?? []).map((it) => ({
      id: it.id,
      number: it.number ?? 0,
      name: textAt(it.fields, 'name') ?? it.id,
      relatedItems: Object.fromEntries(listAt(it, 'diagrams').map((diagramId) => [diagramId, { diagramId }])),
    })) as unknown as Adr[],
    teams: new Map(),
  };
}
