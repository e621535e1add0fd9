import { useSyncExternalStore } from 'react';

export type Theme = 'system' | 'light' | 'dark';
export type Density = 'auto' | 'dense' | 'roomy';

export type Preferences = {
  readonly theme: Theme;
  readonly density: Density;
  /** Keys without ⌘ or Ctrl choose; some need them off (WCAG 2.1.4). */
  readonly letters: boolean;
};

export const PREFERENCES_KEY = 'consolePreferences';
const DEFAULTS: Preferences = { theme: 'system', density: 'auto', letters: true };

const listeners = new Set<() => void>();
let current: Preferences = DEFAULTS;

/** What was stored; anything else that may stand there counts as not chosen. */
export function readPreferences(stored: string | null): Preferences {
  const { theme, density, letters } = parsed(stored);
  return {
    theme: theme === 'light' || theme === 'dark' ? theme : DEFAULTS.theme,
    density: density === 'dense' || density === 'roomy' ? density : DEFAULTS.density,
    letters: letters !== false,
  };
}

/** Applies what is stored, now and when another tab changes it. */
export function startPreferences(): void {
  load();
  addEventListener('storage', load);
}

export function choosePreferences(change: Partial<Preferences>): void {
  localStorage.setItem(PREFERENCES_KEY, JSON.stringify({ ...current, ...change }));
  load();
}

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, () => current);
}

export function lettersAreOn(): boolean {
  return current.letters;
}

function load(): void {
  current = readPreferences(localStorage.getItem(PREFERENCES_KEY));
  const { dataset } = document.documentElement;
  if (current.theme === 'system') delete dataset['theme'];
  else dataset['theme'] = current.theme;
  if (current.density === 'auto') delete dataset['density'];
  else dataset['density'] = current.density;
  for (const listener of listeners) listener();
}

function parsed(stored: string | null): Partial<Record<keyof Preferences, unknown>> {
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
