const STORAGE_KEY = 'randomBrowserId';

let present = '';

/**
 * Tells the steps of one browser from those of others: drawn at random, made from nothing of the device or the person.
 * Where nothing can be stored, as in some frames, it lasts as long as the page.
 */
export function browserId(): string {
  present = stored() || present || crypto.randomUUID();
  try {
    localStorage.setItem(STORAGE_KEY, present);
  } catch {
    // Storage is blocked or full.
  }
  return present;
}

/** After a log out everywhere or a deleted account: what this browser does next is somebody else's. */
export function forgetBrowserId(): void {
  present = '';
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
