import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const FAULTS = '[aria-invalid="true"], fieldset[aria-describedby$="-error"] input';

/** Focuses the field and scrolls it to a third of the height, so that the label above and the message below are visible. */
function scrollToField(field: HTMLElement): void {
  field.focus({ preventScroll: true });
  const { top } = field.getBoundingClientRect();
  scrollBy({ top: top - innerHeight / 3 });
}

/**
 * Returns `focusFault`, to be called after submitting an invalid form: it focuses the first invalid field once errors
 * are rendered.
 */
export function useFaultFocus(): { readonly form: RefObject<HTMLFormElement | null>; readonly focusFault: () => void } {
  const form = useRef<HTMLFormElement>(null);
  const [focusRequests, setFocusRequests] = useState(0);
  useEffect(() => {
    const field = focusRequests > 0 ? form.current?.querySelector<HTMLElement>(FAULTS) : null;
    if (field) scrollToField(field);
  }, [focusRequests]);
  return { form, focusFault: useCallback(() => setFocusRequests((before) => before + 1), []) };
}
