/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions --
   a listbox with pictures, driven from its search field: no element does this, and the keys are the field's */
import '@slipway/look/styles/monoFont.css';
import './pickerSheet.css';
import { type CopyResult, useCopying } from '@slipway/look/useCopying.ts';
import Check from 'lucide-react/icons/check';
import Search from 'lucide-react/icons/search';
import { type KeyboardEvent, useState } from 'react';
import { getLocale, text } from '../../i18n/text.ts';
import { type Listbox, useListbox } from '../form/useListbox.ts';
import { Sheet } from '../overlay/Sheet.tsx';
import { useIsDesktop } from '../page/useIsDesktop.ts';
import { Coin } from '../picture/Picture.tsx';
import { IndexRail } from './IndexRail.tsx';
import { PickerContract } from './PickerContract.tsx';
import { findBestMatch, groupByLetter, matchesQuery, type PickerItem } from './pickerGroups.ts';

type PickerSheetProps = {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly placeholder: string;
  /** Shown if the search finds nothing. */
  readonly emptyText: string;
  readonly items: readonly PickerItem[];
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** Lists the selected item first; for pickers where it shows the current state, such as the country. */
  readonly selectedFirst?: boolean;
};

/** Picker with search, popular items and an alphabetical index: for coins, currencies and countries. */
export function PickerSheet(props: PickerSheetProps) {
  return (
    <Sheet open={props.open} onClose={props.onClose} title={props.title} height="tall">
      <PickerContent {...props} />
    </Sheet>
  );
}

function PickerContent(props: PickerSheetProps) {
  const { title, placeholder, emptyText, items, selected, onSelect, onClose, selectedFirst = false } = props;
  const [query, setQuery] = useState('');
  const isDesktop = useIsDesktop();
  const buildGroups = (wanted: string) =>
    groupByLetter(
      items.filter((item) => matchesQuery(item, wanted)),
      getLocale(),
      selectedFirst && wanted === '' ? selected : '',
    );
  const groups = buildGroups(query);
  const flat = groups.flatMap((group) => group.items);
  const [copying, copy] = useCopying();
  const choose = (item: PickerItem | undefined) => {
    if (!item) return;
    onClose();
    if (item.id !== selected) onSelect(item.id);
  };
  const listbox = useListbox(flat.length, (index) => choose(flat[index]), -1);
  const popular = items.filter((item) => item.popular);
  const copyActive = (event: KeyboardEvent<HTMLInputElement>) => {
    const contract = flat[listbox.active]?.copyable;
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (event.key !== 'c' || !(event.ctrlKey || event.metaKey) || !contract || selectionStart !== selectionEnd) return;
    // If the browser refused to copy, the contract is selected and this shortcut copies it.
    if (copying?.value === contract && !copying.isCopied) return;
    event.preventDefault();
    void copy(contract);
  };

  return (
    <>
      <div className="picker-top">
        <label className="picker-search">
          <Search size={20} strokeWidth={2} aria-hidden="true" />
          <input
            ref={(field) => {
              // Focus on opening; not on phones, where the keyboard would cover the list.
              field?.toggleAttribute('autofocus', isDesktop);
            }}
            type="search"
            role="combobox"
            aria-controls={listbox.listId}
            aria-label={placeholder}
            aria-expanded
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            value={query}
            onChange={(event) => {
              const wanted = event.currentTarget.value;
              setQuery(wanted);
              listbox.setActive(
                wanted
                  ? findBestMatch(
                      buildGroups(wanted).flatMap((group) => group.items),
                      wanted,
                    )
                  : -1,
              );
            }}
            {...listbox.comboboxProps}
            onKeyDown={(event) => {
              copyActive(event);
              listbox.comboboxProps.onKeyDown(event);
            }}
          />
        </label>
        {query === '' && popular.length > 0 && <PopularChips items={popular} selected={selected} onChoose={choose} />}
      </div>
      <div className="picker-list">
        <div id={listbox.listId} role="listbox" aria-label={title}>
          {groups.map((group) => (
            <div key={group.letter} role="group" aria-label={group.letter || undefined} data-letter={group.letter}>
              {group.letter && (
                <p className="picker-caption" aria-hidden="true">
                  {group.letter}
                </p>
              )}
              {group.items.map((item) => (
                <PickerRow
                  key={item.id}
                  item={item}
                  index={flat.indexOf(item)}
                  listbox={listbox}
                  selected={item.id === selected}
                  copying={copying && copying.value === item.copyable ? copying : null}
                  onCopy={(contract) => void copy(contract)}
                  onChoose={choose}
                />
              ))}
            </div>
          ))}
        </div>
        {flat.length === 0 && <output className="picker-none">{emptyText}</output>}
      </div>
      {groups.length > 3 && query === '' && <IndexRail letters={groups.map((group) => group.letter).filter(Boolean)} />}
    </>
  );
}

type PopularChipsProps = {
  readonly items: readonly PickerItem[];
  readonly selected: string;
  readonly onChoose: (item: PickerItem) => void;
};

function PopularChips({ items, selected, onChoose }: PopularChipsProps) {
  return (
    <section className="picker-popular" aria-label={text('ui.popular')}>
      <p className="picker-caption">{text('ui.popular')}</p>
      <div className="picker-chips">
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            className="picker-chip"
            aria-pressed={item.id === selected}
            onClick={() => onChoose(item)}
          >
            <Coin src={item.image} symbol={item.title} size={24} />
            {item.title}
            {item.aside && isAmbiguous(item, items) && <small>{item.aside}</small>}
          </button>
        ))}
      </div>
    </section>
  );
}

function isAmbiguous(item: PickerItem, items: readonly PickerItem[]): boolean {
  return items.filter((other) => other.title === item.title).length > 1;
}

type PickerRowProps = {
  readonly item: PickerItem;
  readonly index: number;
  readonly listbox: Listbox;
  readonly selected: boolean;
  readonly copying: CopyResult | null;
  readonly onCopy: (contract: string) => void;
  readonly onChoose: (item: PickerItem) => void;
};

/** The copy icon is for pointers; with the keyboard, Ctrl or Cmd and C copy the active row's contract. */
function PickerRow({ item, index, listbox, selected, copying, onCopy, onChoose }: PickerRowProps) {
  return (
    <div
      id={listbox.optionId(index)}
      role="option"
      tabIndex={-1}
      className="picker-row"
      aria-selected={selected}
      data-active={index === listbox.active ? '' : undefined}
      onClick={() => onChoose(item)}
    >
      <Coin src={item.image} symbol={item.title} size={38} />
      <span className="picker-name">
        <b>{item.title}</b>
        {(item.subtitle || item.copyable) && (
          <small>
            <span className="picker-subtitle" dir="auto">
              {item.subtitle}
            </span>
            {item.copyable && <PickerContract contract={item.copyable} copying={copying} onCopy={onCopy} />}
          </small>
        )}
      </span>
      <span className="picker-aside">{item.aside}</span>
      {selected && <Check className="picker-tick" size={20} strokeWidth={2.4} aria-hidden="true" />}
    </div>
  );
}
