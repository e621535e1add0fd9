import { readPageCookie, writePageCookie } from '../api/pageCookie.ts';
import { newProof } from './newProof.ts';

const AREAS = ['localStorage', 'sessionStorage'] as const;
type Area = (typeof AREAS)[number];

const PROBE = 'storageProbe';
/** Marks what one document leaves for the next in the window's name. */
const HANDED_ON = 'slipway-storage:';
/** How long the next document may take to come. */
const PROOF_SECONDS = 60;

/** The part of the Navigation API that is used (https://html.spec.whatwg.org/multipage/nav-history-apis.html#navigation-api). */
type NavigateEvent = Event & {
  readonly destination: { readonly url: string; readonly sameDocument: boolean };
  readonly downloadRequest: string | null;
};

/**
 * Replaces a browser storage that cannot be used by memory: an embedded or locked-down browser throws for each access, and so does
 * one whose storage is full. Call it before anything else.
 *
 * The card pages are documents of their own, so the memory is handed on to the next document of this origin in the window's name,
 * which is restored there at once. It is never left to another origin. A browser without the Navigation API forgets it.
 *
 * A page that opens this one, or that was in the window before, can write the window's name as well. So a name counts only with
 * the random proof that the document before has stored in a cookie.
 */
export function ensureStorage(page: Window = window): void {
  const replaced = AREAS.filter((area) => !isUsable(page, area));
  if (replaced.length === 0) return;
  const { name, entries } = takeHandedOn(page);
  const memory = new Map(replaced.map((area) => [area, new Map(entries[area])]));
  for (const [area, values] of memory)
    Object.defineProperty(page, area, { value: memoryStorage(values), configurable: true });

  const { navigation } = page as { readonly navigation?: EventTarget };
  navigation?.addEventListener('navigate', (event) => {
    const { destination, downloadRequest } = event as NavigateEvent;
    if (destination.sameDocument || downloadRequest !== null) return;
    const stays = new URL(destination.url).origin === page.location.origin;
    const proof = stays ? newProof() : null;
    writePageCookie('storageProof', proof, PROOF_SECONDS, page);
    page.name = stays ? HANDED_ON + JSON.stringify({ proof, name, entries: entriesOf(memory) }) : name;
  });
}

type HandedOn = {
  readonly name: string;
  readonly entries: Partial<Record<Area, readonly [string, string][]>>;
};

function takeHandedOn(page: Window): HandedOn {
  const given = page.name;
  if (!given.startsWith(HANDED_ON)) return { name: given, entries: {} };
  page.name = '';
  const proof = readPageCookie('storageProof', page);
  writePageCookie('storageProof', null, 0, page);
  // The proof is compared before anything else is read.
  if (!proof || !given.startsWith(`${HANDED_ON}{"proof":"${proof}",`)) return { name: '', entries: {} };
  const handedOn = JSON.parse(given.slice(HANDED_ON.length)) as HandedOn;
  page.name = handedOn.name;
  return handedOn;
}

function entriesOf(memory: ReadonlyMap<Area, ReadonlyMap<string, string>>): HandedOn['entries'] {
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

function memoryStorage(entries: Map<string, string>): Storage {
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
