import type { CallRequest } from '@slipway/contract/calls.ts';

/** Fields of the form, all as text. */
export type Details = CallRequest<'addKyc'>;
export type DetailsField = keyof Details;

export const emptyDetails: Details = {
  firstName: '',
  lastName: '',
  birthDate: '',
  citizenship: '',
  city: '',
  purpose: '',
  phone: '',
};

const STORAGE_KEY = 'keyForm';
const LIFETIME_MS = 30 * 60 * 1000;

/** Returns unsent input of the last half hour, else empty fields. */
export function parseDetailsDraft(stored: string | null, nowMs: number): Details {
  try {
    const { savedAt, values } = JSON.parse(stored ?? 'null') as { savedAt?: unknown; values?: Partial<Details> };
    const isFresh = typeof savedAt === 'number' && savedAt <= nowMs && nowMs - savedAt < LIFETIME_MS;
    if (!isFresh || typeof values !== 'object') return emptyDetails;
    const known = Object.keys(emptyDetails) as DetailsField[];
    return Object.fromEntries(known.map((name) => [name, toText(values?.[name])])) as Details;
  } catch {
    return emptyDetails;
  }
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function getDetailsDraft(): Details {
  const stored = localStorage.getItem(STORAGE_KEY);
  const draft = parseDetailsDraft(stored, Date.now());
  // Removes an expired or invalid draft from storage.
  if (stored !== null && draft === emptyDetails) clearDetailsDraft();
  return draft;
}

export function storeDetailsDraft(values: Details): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ savedAt: Date.now(), values }));
}

export function clearDetailsDraft(): void {
  localStorage.removeItem(STORAGE_KEY);
}
