/** Levels of detail of objects and diagrams, 1 is the highest (docs/service.md#diagram). */

/** Level of each object type; the root of a domain has none, because it cannot be drawn. */
export const OBJECT_LEVELS: Readonly<Record<string, number>> = {
  actor: 1,
  system: 1,
  group: 1,
  app: 2,
  store: 2,
  component: 3,
};

/** Lowest level that each diagram type shows. */
export const DIAGRAM_LEVELS: Readonly<Record<string, number>> = {
  'context-diagram': 1,
  'app-diagram': 2,
  'component-diagram': 3,
};

/** Whether a diagram of this type shows objects of this type; unknown diagram types show all that can be drawn. */
export const isShownOn = (diagramType: unknown, objectType: unknown): boolean => {
  const level = OBJECT_LEVELS[String(objectType)];
  return level !== undefined && level <= (DIAGRAM_LEVELS[String(diagramType)] ?? Number.POSITIVE_INFINITY);
};
