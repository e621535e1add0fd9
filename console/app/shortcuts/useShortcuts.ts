import { isComposing } from '@slipway/look/isComposing.ts';
import { useEffect, useRef } from 'react';
import { areLetterShortcutsEnabled } from '../preferences.ts';
import { findShortcut, type ShortcutId } from './shortcuts.ts';

export type ShortcutHandlers = Partial<Record<ShortcutId, () => void>>;

type Layer = { readonly current: ShortcutHandlers };

/** The layer that was mounted last handles a key first: a screen before the frame. */
const layers: Layer[] = [];
let goSince: number | undefined;

/** Handles keys while the caller is mounted. In a dialog, a menu or a list box only ⌘K is handled. */
export function useShortcuts(handlers: ShortcutHandlers): void {
  const layer = useRef(handlers);
  useEffect(() => {
    layer.current = handlers;
  });
  useEffect(() => {
    layers.push(layer);
    if (layers.length === 1) addEventListener('keydown', handleKeyDown);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
      if (layers.length === 0) removeEventListener('keydown', handleKeyDown);
    };
  }, []);
}

function handleKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || isComposing(event)) return;
  const now = performance.now();
  const meaning = findShortcut(
    { key: event.key, command: event.metaKey || event.ctrlKey, alt: event.altKey, typing: isTyping(event.target) },
    { goSince, lettersOn: areLetterShortcutsEnabled() },
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
