import './checkList.css';

type CheckListProps = {
  readonly items: readonly { readonly id: number; readonly label: string; readonly detail: string }[];
  readonly deselected: ReadonlySet<number>;
  readonly onToggle: (id: number) => void;
};

/** Checkboxes for the items of an action on several of them; all are selected at first. */
export function CheckList({ items, deselected, onToggle }: CheckListProps) {
  return (
    <ul className="check-list">
      {items.map(({ id, label, detail }) => (
        <li key={id}>
          <label>
            <input type="checkbox" checked={!deselected.has(id)} onChange={() => onToggle(id)} />
            <span>
              {label} <span className="second">{detail}</span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}

/** Returns the set with the item added, or removed if the set contained it. Pure. */
export function toggleItem(items: ReadonlySet<number>, item: number): ReadonlySet<number> {
  const next = new Set(items);
  if (!next.delete(item)) next.add(item);
  return next;
}
