import { asciiDigits } from '@slipway/contract/asciiDigits.ts';
import type { CallData } from '@slipway/contract/calls.ts';
import { needsPostalCode } from '@slipway/contract/entities/postalCodes.ts';
import { isPlainText, tidyText } from '@slipway/contract/plainText.ts';

export type Billing = NonNullable<CallData<'getBillingAddress'>>;
export type BillingField = keyof Billing;

export const billingFields: readonly BillingField[] = ['name', 'country', 'zip', 'city', 'address'];
export const emptyBilling: Billing = { name: '', country: '', city: '', zip: '', address: '' };

const DRAFT_KEY = 'billingAddressForm';
const DRAFT_LIFE_MS = 30 * 60_000;

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Fields that are still to be filled: every one is required, but a postal code where there is none. */
export function missingFields(billing: Billing): ReadonlySet<BillingField> {
  const required = billingFields.filter((field) => field !== 'zip' || needsPostalCode(billing.country));
  return new Set(required.filter((field) => !isPlainText(tidyText(billing[field]))));
}

/** As it is sent, to the acquirer too. */
export function tidyBilling(billing: Billing): Billing {
  const tidied = billingFields.map((field) => [field, tidyText(billing[field])] as const);
  return { ...(Object.fromEntries(tidied) as Billing), zip: asciiDigits(tidyText(billing.zip)) };
}

/** What was typed is kept for half an hour, so that a reload costs nothing. It holds nothing of the card. */
export function keepBillingDraft(billing: Billing, nowMs: number = Date.now(), storage: Storage = localStorage): void {
  storage.setItem(DRAFT_KEY, JSON.stringify({ keptAt: nowMs, billing }));
}

/** What the buyer has just given elsewhere, for as long as nothing was typed and no address was used before. */
export function suggestBilling(
  given: Pick<Billing, 'name' | 'country' | 'city'>,
  nowMs: number = Date.now(),
  storage: Storage = localStorage,
): void {
  if (billingDraft(nowMs, storage)) return;
  const billing: Billing = { ...emptyBilling, ...given };
  storage.setItem(DRAFT_KEY, JSON.stringify({ keptAt: nowMs, billing, isSuggested: true }));
}

export function clearBillingDraft(storage: Storage = localStorage): void {
  storage.removeItem(DRAFT_KEY);
}

/** What was typed; null when nothing was, when it is too old, and for anything of another shape. */
export function billingDraft(nowMs: number = Date.now(), storage: Storage = localStorage): Billing | null {
  const kept = readKept(nowMs, storage);
  return kept && !kept.isSuggested ? kept.billing : null;
}

/** What was suggested; null as in {@link billingDraft}. */
export function suggestedBilling(nowMs: number = Date.now(), storage: Storage = localStorage): Billing | null {
  const kept = readKept(nowMs, storage);
  return kept?.isSuggested ? kept.billing : null;
}

function readKept(nowMs: number, storage: Storage): { billing: Billing; isSuggested: boolean } | null {
  try {
    const kept = JSON.parse(storage.getItem(DRAFT_KEY) ?? 'null') as Record<string, unknown> | null;
    if (typeof kept?.['keptAt'] !== 'number' || typeof kept['billing'] !== 'object') return null;
    if (nowMs - kept['keptAt'] > DRAFT_LIFE_MS) {
      clearBillingDraft(storage);
      return null;
    }
    const typed = kept['billing'] as Record<string, unknown>;
    const billing = Object.fromEntries(
      billingFields.map((field) => [field, typeof typed[field] === 'string' ? typed[field] : '']),
    ) as Billing;
    return { billing, isSuggested: kept['isSuggested'] === true };
  } catch {
    return null;
  }
}
