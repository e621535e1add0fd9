/**
 * Returns the items by group: groups in the order of their first items, and the items of each in their order. As `Map.groupBy`,
 * which Safari has from version 17.4 on.
 */
export function groupBy<Item, Group>(items: readonly Item[], getGroup: (item: Item) => Group): Map<Group, Item[]> {
  const groups = new Map<Group, Item[]>();
  for (const item of items) {
    const group = getGroup(item);
    groups.set(group, [...(groups.get(group) ?? []), item]);
  }
  return groups;
}
