import type { CallData } from '@slipway/contract/calls.ts';
import { needsPostalCode } from '@slipway/contract/entities/buyer/postalCodes.ts';
import { isPlainText, normalizeToSingleLine } from '@slipway/contract/plainText.ts';
import { toAsciiDigits } from '@slipway/contract/toAsciiDigits.ts';

export type Billing = NonNullable<CallData<'getBillingAddress'>>;
export type BillingField = keyof Billing;

export const billingFields: readonly BillingField[] = ['name', 'country', 'zip', 'city', 'address'];
export const emptyBilling: Billing = { name: '', country: '', city: '', zip: '', address: '' };

const DRAFT_KEY = 'billingAddressForm';
const DRAFT_LIFETIME_MS = 30 * 60_000;

type DraftStorage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the fields that are still missing; all are required, except the postal code in countries without one. */
export function findMissingFields(billing: Billing): ReadonlySet<BillingField> {
  const required = billingFields.filter((field) => field !== 'zip' || needsPostalCode(billing.country));
  return new Set(required.filter((field) => !isPlainText(normalizeToSingleLine(billing[field]))));
}

/** Normalizes the address into the form in which it is sent to the server and the acquirer. */
export function tidyBilling(billing: Billing): Billing {
  const tidied = billingFields.map((field) => [field, normalizeToSingleLine(billing[field])] as const);
  return { ...(Object.fromEntries(tidied) as Billing), zip: toAsciiDigits(normalizeToSingleLine(billing.zip)) };
}

/** Stores the typed address for half an hour, so that it survives a reload. It contains no card data. */
export function storeBillingDraft(
  billing: Billing,
  nowMs: number = Date.now(),
  storage: DraftStorage = localStorage,
): void {
  storage.setItem(DRAFT_KEY, JSON.stringify({ keptAt: nowMs, billing }));
}

/** Stores an address that the buyer entered elsewhere; used only if nothing was typed and no address was used before. */
export function storeSuggestedBilling(
  given: Pick<Billing, 'name' | 'country' | 'city'>,
  nowMs: number = Date.now(),
  storage: DraftStorage = localStorage,
): void {
  if (readBillingDraft(nowMs, storage)) return;
  const billing: Billing = { ...emptyBilling, ...given };
  storage.setItem(DRAFT_KEY, JSON.stringify({ keptAt: nowMs, billing, isSuggested: true }));
}

export function clearBillingDraft(storage: DraftStorage = localStorage): void {
  storage.removeItem(DRAFT_KEY);
}

/** Returns the typed address, or null if there is none, it has expired or it is malformed. */
export function readBillingDraft(nowMs: number = Date.now(), storage: DraftStorage = localStorage): Billing | null {
  const stored = readStoredBilling(nowMs, storage);
  return stored && !stored.isSuggested ? stored.billing : null;
}

/** Returns the suggested address, or null if there is none, it has expired, or the buyer has typed an address. */
export function readSuggestedBilling(nowMs: number = Date.now(), storage: DraftStorage = localStorage): Billing | null {
  const stored = readStoredBilling(nowMs, storage);
  return stored?.isSuggested ? stored.billing : null;
}

function readStoredBilling(nowMs: number, storage: DraftStorage): { billing: Billing; isSuggested: boolean } | null {
  try {
    const stored = JSON.parse(storage.getItem(DRAFT_KEY) ?? 'null') as Record<string, unknown> | null;
    if (typeof stored?.['keptAt'] !== 'number' || typeof stored['billing'] !== 'object') return null;
    if (stored['keptAt'] > nowMs || nowMs - stored['keptAt'] > DRAFT_LIFETIME_MS) {
      clearBillingDraft(storage);
      return null;
    }
    const typed = stored['billing'] as Record<string, unknown>;
    const billing = Object.fromEntries(
      billingFields.map((field) => [field, typeof typed[field] === 'string' ? typed[field] : '']),
    ) as Billing;
    return { billing, isSuggested: stored['isSuggested'] === true };
  } catch {
    return null;
  }
}
