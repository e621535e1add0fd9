import { type KeyboardEvent, useEffect, useId, useState } from 'react';

export type Listbox = {
  readonly listId: string;
  readonly optionId: (index: number) => string;
  readonly active: number;
  readonly setActive: (index: number) => void;
  /** For the text field that drives the list. */
  readonly comboboxProps: {
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-activedescendant': string | undefined;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
};

/** Keys and roles of a combobox with a listbox: arrows, Home and End move, Enter chooses. */
export function useListbox(count: number, onChoose: (index: number) => void, firstActive = -1): Listbox {
  const id = useId();
  const [active, setActive] = useState(firstActive);
  const present = Math.min(active, count - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    if (present >= 0) document.getElementById(`${id}-${present}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, present]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || count === 0) return;
    const target = {
      ArrowDown: (present + 1) % count,
      ArrowUp: present <= 0 ? count - 1 : present - 1,
      PageDown: Math.min(count - 1, present + 8),
      PageUp: Math.max(0, present - 8),
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setActive(target);
    } else if (event.key === 'Enter' && present >= 0) {
      event.preventDefault();
      onChoose(present);
    }
  };

  return {
    listId: `${id}-list`,
    optionId,
    active: present,
    setActive,
    comboboxProps: {
      'aria-autocomplete': 'list',
      'aria-activedescendant': present >= 0 ? optionId(present) : undefined,
      onKeyDown,
    },
  };
}
