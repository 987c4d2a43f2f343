export function push<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

/** Groups items by a key, in their order. */
export function grouped<Item>(items: Iterable<Item>, by: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) push(groups, by(item), item);
  return groups;
}
