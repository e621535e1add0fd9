import { recordTypedAhead } from '../ui/amount/typedAhead.ts';
import { isDesktop } from '../ui/page/useIsDesktop.ts';

/** A prerendered part of the document that contains the app, with the prefix of its ids. */
export type PrerenderedScreen = { readonly container: Element; readonly identifierPrefix: string };

/**
 * Returns the prerendered first screen for this window width, ready for hydration; null if there is none or the app
 * would render something else: another language, or a link that fixes amounts. Typed input is kept in both cases.
 */
export function takePrerenderedScreen(root: Element, appRendersSame: boolean): PrerenderedScreen | null {
  const width = isDesktop() ? 'wide' : 'narrow';
  const container = root.querySelector(`.first-${width}`);
  recordTypedAhead(container?.querySelector<HTMLInputElement>('input:not([readonly])') ?? null);
  if (!container || !appRendersSame) return null;
  for (const other of root.children) if (other !== container) other.remove();
  // Stays visible when the window is resized.
  container.className = 'first-taken';
  for (const element of container.querySelectorAll('[inert]')) element.removeAttribute('inert');
  return { container, identifierPrefix: width };
}
