export type Theme = 'system' | 'light' | 'dark';

export const THEME_KEY = 'theme';

export function presentTheme(): Theme {
  const stored = localStorage.getItem(THEME_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** A stored choice wins over the device's. */
export function applyTheme(): void {
  const theme = presentTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
