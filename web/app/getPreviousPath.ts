const STORAGE_KEY = 'fromPath';
const PATHS_LEADING_TO_EDIT = new Set(['', '/', '/email-login']);

/** Returns the previous path of this tab with its query; '' if there is none. */
export function getPreviousPath(): string {
  return sessionStorage.getItem(STORAGE_KEY) ?? '';
}

export function rememberPreviousPath(path: string): void {
  sessionStorage.setItem(STORAGE_KEY, path);
}

/** Returns true if the back arrow leads to Edit because the previous page is the root, the login or unknown. */
export function shouldGoBackToEdit(previous: string): boolean {
  return PATHS_LEADING_TO_EDIT.has(previous.replace(/[?#].*$/, ''));
}
