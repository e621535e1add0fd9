import { isComposing } from '@slipway/look/isComposing.ts';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';

export type Listbox = {
  readonly listId: string;
  readonly optionId: (index: number) => string;
  readonly active: number;
  readonly setActive: (index: number) => void;
  /** Props of the text field that controls the list. */
  readonly comboboxProps: {
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-activedescendant': string | undefined;
    readonly onKeyDown: (event: KeyboardEvent) => void;
  };
};

/** Keyboard support and ARIA attributes of a combobox with a listbox: arrows, PageUp and PageDown move, Enter chooses. */
export function useListbox(count: number, onChoose: (index: number) => void, firstActive = -1): Listbox {
  const id = useId();
  const [active, setActive] = useState(firstActive);
  const current = Math.min(active, count - 1);
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => {
    if (current >= 0) document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || count === 0) return;
    const target = {
      ArrowDown: (current + 1) % count,
      ArrowUp: current <= 0 ? count - 1 : current - 1,
      PageDown: Math.min(count - 1, current + 8),
      PageUp: Math.max(0, current - 8),
    }[event.key];
    if (target !== undefined) {
      event.preventDefault();
      setActive(target);
    } else if (event.key === 'Enter' && current >= 0) {
      event.preventDefault();
      onChoose(current);
    }
  };

  return {
    listId: `${id}-list`,
    optionId,
    active: current,
    setActive,
    comboboxProps: {
      'aria-autocomplete': 'list',
      'aria-activedescendant': current >= 0 ? optionId(current) : undefined,
      onKeyDown,
    },
  };
}
