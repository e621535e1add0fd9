const STORAGE_KEY = 'randomBrowserId';

let current = '';

/**
 * Tells one browser from others: drawn at random, made from nothing of the device or the person.
 * Where nothing can be stored, as in some frames, it lasts as long as the page.
 */
export function browserId(): string {
  current = stored() || current || crypto.randomUUID();
  try {
    localStorage.setItem(STORAGE_KEY, current);
  } catch {
    // Storage is blocked or full.
  }
  return current;
}

/** After a log out everywhere or a deleted account: what this browser does next belongs to no known buyer. */
export function forgetBrowserId(): void {
  current = '';
  try {
    localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked: nothing is in it.
  }
}

function stored(): string {
  try {
    return localStorage.getItem(STORAGE_KEY) ?? '';
  } catch {
    return '';
  }
}
