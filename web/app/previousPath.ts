const STORAGE_KEY = 'fromPath';
const LEADING_BACK_TO_EDIT = new Set(['', '/', '/email-login']);

/** The path, with its query, that the buyer saw before this one; '' on arrival. */
export function previousPath(): string {
  return sessionStorage.getItem(STORAGE_KEY) ?? '';
}

export function rememberPreviousPath(path: string): void {
  sessionStorage.setItem(STORAGE_KEY, path);
}

/** The back arrow goes to Edit from the root and from the login, otherwise one step back. */
export function goesBackToEdit(previous: string): boolean {
  return LEADING_BACK_TO_EDIT.has(previous.replace(/[?#].*$/, ''));
}
