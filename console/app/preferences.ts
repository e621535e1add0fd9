import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'auto' | 'dense' | 'roomy';

export type Preferences = {
  readonly theme: Theme;
  readonly density: Density;
  /** Single-letter keys; some users need them disabled (WCAG 2.1.4). */
  readonly letters: boolean;
};

export const PREFERENCES_KEY = 'consolePreferences';
const DEFAULTS: Preferences = { theme: 'system', density: 'auto', letters: true };

const listeners = new Set<() => void>();
let current: Preferences = DEFAULTS;

/** Parses stored preferences; an invalid value is replaced by the default. */
export function parsePreferences(stored: string | null): Preferences {
  const { theme, density, letters } = parseStoredJson(stored);
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULTS.theme,
    density: density === 'dense' || density === 'roomy' ? density : DEFAULTS.density,
    letters: letters !== false,
  };
}

/** Applies stored preferences, now and when another tab changes them. */
export function watchPreferences(): void {
  load();
  addEventListener('storage', load);
}

export function updatePreferences(change: Partial<Preferences>): void {
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ ...current, ...change }));
  load();
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current);
}

export function areLetterShortcutsEnabled(): boolean {
  return current.letters;
}

function load(): void {
  current = parsePreferences(localStorage.getItem(PREFERENCES_KEY));
  const { dataset } = document.documentElement;
  if (current.theme === 'system') delete dataset['theme'];
  else dataset['theme'] = current.theme;
  if (current.density === 'auto') delete dataset['density'];
  else dataset['density'] = current.density;
  for (const listener of listeners) listener();
}

function parseStoredJson(stored: string | null): Partial<Record<keyof Preferences, unknown>> {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
