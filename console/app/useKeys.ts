import { useEffect, useRef } from 'react';
import { type KeyId, meaningOf } from './keys.ts';
import { lettersAreOn } from './preferences.ts';

export type KeyHandlers = Partial<Record<KeyId, () => void>>;

type Layer = { readonly current: KeyHandlers };

/** The latest that was mounted is asked first: a screen's keys before the frame's. */
const layers: Layer[] = [];
let goSince: number | undefined;

/** What keys do while the calling part is on the page. A dialog over it has the keys for itself. */
export function useKeys(handlers: KeyHandlers): void {
  const layer = useRef(handlers);
  useEffect(() => {
    layer.current = handlers;
  });
  useEffect(() => {
    layers.push(layer);
    if (layers.length === 1) addEventListener('keydown', listen);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) removeEventListener('keydown', listen);
    };
  }, []);
}

function listen(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const now = performance.now();
  const meaning = meaningOf(
    { key: event.key, command: event.metaKey || event.ctrlKey, alt: event.altKey, typing: isTyping(event.target) },
    { goSince, lettersOn: lettersAreOn() },
    now,
  );
  goSince = meaning === 'go' ? now : undefined;
  if (meaning === undefined || meaning === 'go') return;
  if (meaning !== 'find' && isInside(event.target, '[role="dialog"], [role="menu"], [role="listbox"]')) return;
  const handler = layers.findLast(({ current }) => current[meaning] !== undefined)?.current[meaning];
  if (!handler) return;
  event.preventDefault();
  handler();
}

function isTyping(target: EventTarget | null): boolean {
  return isInside(target, 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]');
}

function isInside(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}
