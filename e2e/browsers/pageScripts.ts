/// <reference lib="dom" />
import type axe from 'axe-core';

declare global {
  interface Window {
    readonly axe?: typeof axe;
    /** True if the last press hit another element than the intended one. */
    hasMissedPress?: boolean;
    /** True once the watched element has been in the page, even if it has gone. */
    hasShownElement?: boolean;
  }
}

/** An element by its role and its accessible name. */
export type ElementQuery = {
  readonly role: string;
  /** The whole name, or the source of a regular expression if `isPattern`. */
  readonly name: string;
  readonly isPattern: boolean;
};

/** Runs in the page. Returns the first visible element with the role and the name. The page must have axe. */
export function findByRole({ role, name, isPattern }: ElementQuery): Element | null {
  const SEMANTIC = 'a[href],button,input,select,textarea,h1,h2,h3,dialog,[role]';
  const { axe } = window;
  if (!axe) return null;
  const pattern = isPattern ? new RegExp(name) : undefined;
  const { aria, text } = axe.commons;
  // The types of axe omit this function.
  const { getRole } = aria as unknown as { readonly getRole: (element: Element) => string | null };
  axe.setup();
  try {
    for (const element of document.querySelectorAll<HTMLElement>(SEMANTIC)) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      if (element.closest('[inert],[aria-hidden="true"]') || getRole(element) !== role) continue;
      const actual = text.accessibleText(element).replaceAll(/\s+/g, ' ').trim();
      if (pattern ? pattern.test(actual) : actual === name) return element;
    }
    return null;
  } finally {
    axe.teardown();
  }
}

/**
 * Runs in the page. Scrolls a control into view and returns the element to press: its label if it is a radio or a checkbox.
 * Returns null while the control is disabled or another element covers its middle.
 */
export function findPressable(element: Element): Element | null {
  if (element.matches(':disabled,[aria-disabled="true"]')) return null;
  const pressable = element.matches('[type="radio"],[type="checkbox"]')
    ? (element.closest('label') ?? element)
    : element;
  pressable.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = pressable.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && pressable.contains(hit) ? pressable : null;
}

/** Runs in the page. Records whether the next press hits the element, which late content may move away from the pointer. */
export function recordPressHit(pressable: Element): void {
  window.hasMissedPress = false;
  const watch = ({ target }: Event) => {
    window.hasMissedPress = !(target instanceof Node && pressable.contains(target));
  };
  addEventListener('click', watch, { capture: true, once: true });
}

/** Runs in the page. Records whether an element matches the selector from now on, even if only for a moment. */
export function recordShownElement(selector: string): void {
  window.hasShownElement = false;
  new MutationObserver(() => {
    window.hasShownElement ||= document.querySelector(selector) !== null;
  }).observe(document, { subtree: true, childList: true, attributes: true });
}

/** Runs in the page. Selects the option with the label and sends the events of a choice. Returns false if there is none. */
export function selectOption(select: HTMLSelectElement, label: string): boolean {
  const option = [...select.options].find((one) => one.label === label);
  if (!option) return false;
  select.value = option.value;
  select.dispatchEvent(new Event('input', { bubbles: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return true;
}
