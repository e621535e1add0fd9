import { readPageCookie, writePageCookie } from '../api/pageCookie.ts';
import { createProof } from './createProof.ts';

const AREAS = ['localStorage', 'sessionStorage'] as const;
type Area = (typeof AREAS)[number];

const PROBE = 'storageProbe';
/** Prefix of the data that a document passes to the next one in window.name. */
const HANDOVER_PREFIX = 'slipway-storage:';
/** Validity of the proof: the maximum time until the next document loads. */
const PROOF_SECONDS = 60;

/** The part of the Navigation API that is used (https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api). */
type NavigateEvent = Event & {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly downloadRequest: string | null;
};

/**
 * Replaces unusable browser storage with memory: embedded or locked-down browsers throw on each access, as does a full
 * storage. Must be called before anything else.
 *
 * Card pages are separate documents, so the memory is passed to the next document of this origin in window.name and restored
 * there at once. Before a navigation to another origin, window.name gets its original value. Without the Navigation API the
 * memory is lost.
 *
 * A page that opens this one, or was in the window before, can also write window.name. It is therefore accepted only with the
 * random proof that the previous document stored in a cookie.
 */
export function ensureStorage(page: Window = window): void {
  const replaced = AREAS.filter((area) => !isUsable(page, area));
  if (replaced.length === 0) return;
  const { name, entries } = takeHandover(page);
  const memory = new Map(replaced.map((area) => [area, new Map(entries[area])]));
  for (const [area, values] of memory)
    Object.defineProperty(page, area, { value: createMemoryStorage(values), configurable: true });

  const { navigation } = page as { readonly navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { destination, downloadRequest } = event as NavigateEvent;
    if (destination.sameDocument || downloadRequest !== null) return;
    const isSameOrigin = new URL(destination.url).origin === page.location.origin;
    const proof = isSameOrigin ? createProof() : null;
    writePageCookie('storageProof', proof, PROOF_SECONDS, page);
    page.name = isSameOrigin ? HANDOVER_PREFIX + JSON.stringify({ proof, name, entries: listEntries(memory) }) : name;
  });
}

type StorageHandover = {
  readonly name: string;
  readonly entries: Partial<Record<Area, readonly [string, string][]>>;
};

function takeHandover(page: Window): StorageHandover {
  const given = page.name;
  if (!given.startsWith(HANDOVER_PREFIX)) return { name: given, entries: {} };
  page.name = '';
  const proof = readPageCookie('storageProof', page);
  writePageCookie('storageProof', null, 0, page);
  // The proof is checked before anything else is parsed.
  if (!proof || !given.startsWith(`${HANDOVER_PREFIX}{"proof":"${proof}",`)) return { name: '', entries: {} };
  const handover = JSON.parse(given.slice(HANDOVER_PREFIX.length)) as StorageHandover;
  page.name = handover.name;
  return handover;
}

function listEntries(memory: ReadonlyMap<Area, ReadonlyMap<string, string>>): StorageHandover['entries'] {
  return Object.fromEntries([...memory].map(([area, values]) => [area, [...values]]));
}

function isUsable(page: Window, area: Area): boolean {
  try {
    const probed = page[area];
    probed.setItem(PROBE, '');
    probed.removeItem(PROBE);
    return true;
  } catch {
    return false;
  }
}

function createMemoryStorage(entries: Map<string, string>): Storage {
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
