import type { Appearance, StripeElements } from '@stripe/stripe-js';
import { type RefObject, useEffect } from 'react';

/** Updates the acquirer's elements when the page theme changes. */
export function useElementsTheme(
  made: RefObject<{ readonly elements: StripeElements } | null>,
  appearance: () => Appearance,
): void {
  useEffect(() => {
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const repaint = () => void made.current?.elements.update({ appearance: appearance() });
    const themeObserver = new MutationObserver(repaint);
    dark.addEventListener('change', repaint);
    themeObserver.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => {
      dark.removeEventListener('change', repaint);
      themeObserver.disconnect();
    };
  }, [made, appearance]);
}
