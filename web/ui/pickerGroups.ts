export type PickerItem = {
  readonly id: string;
  /** First line: code or country. */
  readonly title: string;
  readonly subtitle?: string;
  /** At the right: the network. */
  readonly aside?: string;
  readonly image: string;
  /** Can be copied from the row: a token's contract. */
  readonly copyable?: string;
  readonly popular?: boolean;
};

export type PickerGroup = { readonly letter: string; readonly items: readonly PickerItem[] };

/** Everything that the search looks into. */
export function matches(item: PickerItem, query: string): boolean {
  const wanted = query.trim().toLocaleLowerCase();
  return [item.title, item.subtitle, item.aside, item.id, item.copyable].some((field) =>
    field?.toLocaleLowerCase().includes(wanted),
  );
}

/** By first letter; what does not begin with a Latin letter stands under # at the end. */
export function groupByLetter(items: readonly PickerItem[], locale: string): PickerGroup[] {
  const collator = new Intl.Collator(locale);
  const groups = new Map<string, PickerItem[]>();
  for (const item of items.toSorted((a, b) => collator.compare(a.title, b.title))) {
    const first = item.title.normalize('NFD').slice(0, 1).toUpperCase();
    const letter = /[A-Z]/.test(first) ? first : '#';
    groups.set(letter, [...(groups.get(letter) ?? []), item]);
  }
  return [...groups]
    .map(([letter, groupItems]) => ({ letter, items: groupItems }))
    .toSorted((a, b) => Number(a.letter === '#') - Number(b.letter === '#') || (a.letter < b.letter ? -1 : 1));
}
