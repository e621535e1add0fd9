import { type RefObject, useEffect, useRef, useState } from 'react';

export type Deletion<Thing> = {
  /** Item that the buyer is asked about; null while nothing is asked. */
  readonly pending: Thing | null;
  /** Asks the buyer whether to delete the item. */
  readonly requestDeletion: (thing: Thing) => void;
  readonly cancel: () => void;
  readonly working: boolean;
  /** Deletes the item after the buyer's confirmation. */
  readonly confirm: () => Promise<void>;
  /** Ref for an element that remains: the row with the button is removed, so the focus moves there. */
  readonly focusTarget: RefObject<HTMLDivElement | null>;
};

/** Manages the confirmation before a deletion, and the focus afterwards. `remove` shows its own errors and rethrows them. */
export function useDeletion<Thing>(remove: (thing: Thing) => Promise<void>): Deletion<Thing> {
  const [itemToDelete, setItemToDelete] = useState<Thing | null>(null);
  const [working, setWorking] = useState(false);
  const [deleted, setDeleted] = useState(0);
  const focusTarget = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (deleted > 0) focusTarget.current?.focus();
  }, [deleted]);
  const confirm = async () => {
    if (itemToDelete === null || working) return;
    setWorking(true);
    try {
      await remove(itemToDelete);
      setDeleted((before) => before + 1);
    } catch {
      // `remove` has shown the error; the question closes either way.
    } finally {
      setWorking(false);
      setItemToDelete(null);
    }
  };
  return {
    pending: itemToDelete,
    requestDeletion: setItemToDelete,
    cancel: () => setItemToDelete(null),
    working,
    confirm,
    focusTarget,
  };
}
