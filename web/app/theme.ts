export type Theme = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'theme';

export function presentTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** Remembers the choice and shows it; `system` follows the device. */
export function switchTheme(theme: Theme): void {
  if (theme === 'system') localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, theme);
  applyTheme();
}

export function applyTheme(): void {
  const theme = presentTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
