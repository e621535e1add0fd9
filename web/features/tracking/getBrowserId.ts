const STORAGE_KEY = 'randomBrowserId';

let current = '';

/**
 * Returns a random id for this browser, not derived from the device or the user. If storage is unavailable, as in some
 * frames, it lasts as long as the page.
 */
export function getBrowserId(): string {
  current = readStoredId() || current || crypto.randomUUID();
  try {
    localStorage.setItem(STORAGE_KEY, current);
  } catch {
    // Storage is blocked or full.
  }
  return current;
}

/** Deletes the id after logging out everywhere or deleting the account, so that later activity is not linked to that buyer. */
export function forgetBrowserId(): void {
  current = '';
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked, so nothing is stored.
  }
}

function readStoredId(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}
