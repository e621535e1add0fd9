import type { CallRequest } from '@slipway/contract/calls.ts';

/** What the form asks, every field as text. */
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

/** What was typed in the last half hour and not sent; empty fields for anything else. */
export function parseDetailsDraft(stored: string | null, nowMs: number): Details {
  try {
    const { savedAt, values } = JSON.parse(stored ?? 'null') as { savedAt?: unknown; values?: Partial<Details> };
    const isFresh = typeof savedAt === 'number' && savedAt <= nowMs && nowMs - savedAt < LIFETIME_MS;
    if (!isFresh || typeof values !== 'object') return emptyDetails;
    const known = Object.keys(emptyDetails) as DetailsField[];
    return Object.fromEntries(known.map((name) => [name, textOf(values?.[name])])) as Details;
  } catch {
    return emptyDetails;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function currentDetailsDraft(): Details {
  const stored = localStorage.getItem(STORAGE_KEY);
  const draft = parseDetailsDraft(stored, Date.now());
  // An expired entry is removed from the storage.
  if (stored !== null && draft === emptyDetails) clearDetailsDraft();
  return draft;
}

export function keepDetailsDraft(values: Details): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ savedAt: Date.now(), values }));
}

export function clearDetailsDraft(): void {
  localStorage.removeItem(STORAGE_KEY);
}
