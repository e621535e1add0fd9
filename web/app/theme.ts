import { storeChoiceCookie } from '../api/choiceCookie.ts';

export type Theme = 'system' | 'light' | 'dark';

const THEME_KEY = 'theme';

export function getTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function chooseTheme(theme: Theme): void {
  localStorage.setItem(THEME_KEY, theme);
  storeChoiceCookie('theme', theme === 'system' ? null : theme);
  applyTheme();
}

/** Applies the theme; a stored choice overrides the device's setting. */
export function applyTheme(): void {
  const theme = getTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
