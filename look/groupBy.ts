/** Returns the items by group, both in the order of their first items, as `Map.groupBy` does, which Safari has from 17.4 on. */
export function groupBy<Item, Group>(items: readonly Item[], getGroup: (item: Item) => Group): Map<Group, Item[]> {
  const groups = new Map<Group, Item[]>();
  for (const item of items) {
    const group = getGroup(item);
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return groups;
}
