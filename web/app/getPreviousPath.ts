const STORAGE_KEY = 'fromPath';
const PATHS_LEADING_TO_EDIT = new Set(['', '/', '/email-login']);

/** Returns the previous path with its query; '' on the first page. */
export function getPreviousPath(): string {
  return sessionStorage.getItem(STORAGE_KEY) ?? '';
}

export function rememberPreviousPath(path: string): void {
  sessionStorage.setItem(STORAGE_KEY, path);
}

/** Returns true if the back arrow leads to Edit (from the root and the login); otherwise it goes one step back. */
export function shouldGoBackToEdit(previous: string): boolean {
  return PATHS_LEADING_TO_EDIT.has(previous.replace(/[?#].*$/, ''));
}
