/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events --
   a combobox with groups: HTML has no element for it, and the text field handles the keys */
import './commandPalette.css';
import { Dialog } from '@base-ui/react/dialog';
import { isComposing } from '@slipway/look/isComposing.ts';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { Kbd } from '../Kbd.tsx';

export type PaletteItem = {
  readonly id: string;
  readonly group: 'Results' | 'Actions' | 'Pages';
  readonly title: string;
  readonly icon?: ReactNode;
  readonly tag?: ReactNode;
  /** At the end of the row, for example the buyer of an order. */
  readonly aside?: ReactNode;
  readonly keys?: string;
  /** Why it is unavailable now. */
  readonly refused?: string;
  readonly onChoose: () => void;
};

type CommandPaletteProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  /** The matches in their order; they are grouped here. */
  readonly items: readonly PaletteItem[];
  readonly searching?: boolean;
  /** How the query was interpreted: "an order number", "an address". */
  readonly understood?: string;
};

const GROUPS = ['Results', 'Actions', 'Pages'] as const;

/** ⌘K: search results first, then actions, then sections. An unavailable item shows its reason and cannot be chosen. */
export function CommandPalette(props: CommandPaletteProps) {
  const { open, onClose } = props;
  return (
    <Dialog.Root open={open} onOpenChange={(now) => !now && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="palette" aria-label="Search or run a command">
          <PaletteBody {...props} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function PaletteBody({ onClose, query, onQuery, items, searching = false, understood }: CommandPaletteProps) {
  const id = useId();
  const [chosen, setChosen] = useState<string>();
  const rows = GROUPS.flatMap((group) => items.filter((item) => item.group === group));
  const at = Math.max(
    0,
    rows.findIndex((item) => item.id === chosen),
  );
  const active = rows[at];
  const run = (item: PaletteItem | undefined) => {
    if (!item || item.refused !== undefined) return;
    onClose();
    item.onChoose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(rows[(at + step + rows.length) % rows.length]?.id);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      run(active);
    }
  };
  return (
    <>
      <div className="palette-field">
        <Search size={18} strokeWidth={2} aria-hidden="true" />
        <input
          role="combobox"
          aria-label="Order number, name, amount, address, action or page"
          aria-expanded="true"
          aria-controls={`${id}-list`}
          aria-activedescendant={active && `${id}-${active.id}`}
          placeholder="Order number, name, amount, address, action or page"
          autoComplete="off"
          spellCheck={false}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {understood !== undefined && <span className="second">{understood}</span>}
        <Kbd>esc</Kbd>
      </div>
      <div id={`${id}-list`} className="palette-list" role="listbox" aria-label="Results">
        {GROUPS.map((group) => {
          const own = rows.filter((item) => item.group === group);
          if (own.length === 0) return null;
          return (
            <div key={group} role="group" aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} className="palette-group">
                {group}
              </div>
              {own.map((item) => (
                <div
                  key={item.id}
                  id={`${id}-${item.id}`}
                  className="palette-item"
                  role="option"
                  tabIndex={-1}
                  aria-selected={item === active}
                  aria-disabled={item.refused === undefined ? undefined : true}
                  ref={item === active ? scrollTo : undefined}
                  onPointerMove={() => setChosen(item.id)}
                  onClick={() => run(item)}
                >
                  {item.icon}
                  <span className="palette-title">{item.title}</span>
                  {item.tag}
                  <span className="palette-aside">
                    {item.refused ?? item.aside}
                    {item.keys !== undefined && <Kbd>{item.keys}</Kbd>}
                    {item === active && item.refused === undefined && <Kbd>↵</Kbd>}
                  </span>
                </div>
              ))}
            </div>
          );
        })}
      </div>
      <output className="palette-none" hidden={rows.length > 0}>
        {rows.length > 0 ? '' : searching ? 'Searching…' : `No results for “${query}”.`}
      </output>
    </>
  );
}

function scrollTo(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}
