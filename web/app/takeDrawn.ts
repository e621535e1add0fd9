import { noteTyped } from '../ui/typedAhead.ts';
import { isDesktop } from '../ui/useIsDesktop.ts';

/** A part of the document that the app stands in already, with the prefix of the ids in it. */
export type Drawn = { readonly container: Element; readonly identifierPrefix: string };

/**
 * The first screen as the document has it for this window, ready to be taken over; null where none is drawn, or the app would
 * draw another: in another language, or for a link, which can fix amounts. What was typed is kept either way.
 */
export function takeDrawn(root: Element, isSame: boolean): Drawn | null {
  const width = isDesktop() ? 'wide' : 'narrow';
  const container = root.querySelector(`.first-${width}`);
  noteTyped(container?.querySelector<HTMLInputElement>('input:not([readonly])') ?? null);
  if (!container || !isSame) return null;
  for (const other of root.children) if (other !== container) other.remove();
  // Whatever becomes of the window, it stays.
  container.className = 'first-taken';
  for (const element of container.querySelectorAll('[inert]')) element.removeAttribute('inert');
  return { container, identifierPrefix: width };
}
