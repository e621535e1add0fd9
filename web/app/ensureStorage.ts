const AREAS = ['localStorage', 'sessionStorage'] as const;
const PROBE = 'storageProbe';

/**
 * Puts memory in the place of a browser storage that cannot be used: an embedded or locked-down browser throws for each access, and
 * so does one whose storage is full. What is stored is then forgotten with the page. Call it before anything else.
 */
export function ensureStorage(page: Window = window): void {
  for (const area of AREAS) {
    if (!isUsable(page, area)) Object.defineProperty(page, area, { value: memoryStorage(), configurable: true });
  }
}

function isUsable(page: Window, area: (typeof AREAS)[number]): boolean {
  try {
    const probed = page[area];
    probed.setItem(PROBE, '');
    probed.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

function memoryStorage(): Storage {
  const entries = new Map<string, string>();
  return {
    get length() {
      return entries.size;
    },
    key: (index) => [...entries.keys()][index] ?? null,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
