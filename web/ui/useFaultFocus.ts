import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const FAULTS = '[aria-invalid="true"], fieldset[aria-describedby$="-error"] input';

/** A third of the height down, so that the label above and the message below are both in view. */
function reveal(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  const { top } = field.getBoundingClientRect();
  scrollBy({ top: top - innerHeight / 3 });
}

/** Call `focusFault` when a form was sent with faults: once they are drawn, the first field at fault gets the focus. */
export function useFaultFocus(): { readonly form: RefObject<HTMLFormElement | null>; readonly focusFault: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    const field = asked > 0 ? form.current?.querySelector<HTMLElement>(FAULTS) : null;
    if (field) reveal(field);
  }, [asked]);
  return { form, focusFault: useCallback(() => setAsked((before) => before + 1), []) };
}
