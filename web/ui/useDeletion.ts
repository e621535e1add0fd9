import { type RefObject, useEffect, useRef, useState } from 'react';

export type Deletion<Thing> = {
  /** What the question is about; null while nothing is asked. */
  readonly asked: Thing | null;
  readonly ask: (thing: Thing) => void;
  readonly cancel: () => void;
  readonly working: boolean;
  /** Deletes what was asked about. */
  readonly confirm: () => Promise<void>;
  /** Put on what stays: the button that opened the question goes with its row, and the focus must be somewhere. */
  readonly rest: RefObject<HTMLDivElement | null>;
};

/** The question before something is deleted, and where the focus goes after it. `remove` shows its own failures and throws them on. */
export function useDeletion<Thing>(remove: (thing: Thing) => Promise<void>): Deletion<Thing> {
  const [asked, setAsked] = useState<Thing | null>(null);
  const [working, setWorking] = useState(false);
  const [deleted, setDeleted] = useState(0);
  const rest = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (deleted > 0) rest.current?.focus();
  }, [deleted]);
  const confirm = async () => {
    if (asked === null || working) return;
    setWorking(true);
    try {
      await remove(asked);
      setDeleted((before) => before + 1);
    } catch {
      // `remove` has shown it; the question closes either way.
    } finally {
      setWorking(false);
      setAsked(null);
    }
  };
  return { asked, ask: setAsked, cancel: () => setAsked(null), working, confirm, rest };
}
