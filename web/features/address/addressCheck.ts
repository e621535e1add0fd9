import type { CallData } from '@slipway/contract/calls.ts';
import { call } from '../../api/call.ts';
import { isAbort } from '../../api/callError.ts';

type CheckResult = CallData<'validateGetAddress'>;
export type AddressFault = NonNullable<CheckResult['fault']>;

export type AddressCheck =
  | {
      readonly state: 'good';
      readonly entered: string;
      readonly address: string;
      /** The buyer must confirm that the contract is their wallet. */
      readonly isContract: boolean;
    }
  | { readonly state: 'bad'; readonly entered: string; readonly fault: AddressFault; readonly looksLike: string | null }
  /** The server did not answer the check, or answered with an error. */
  | { readonly state: 'unknown'; readonly entered: string; readonly error: unknown }
  | { readonly state: 'missing'; readonly entered: '' };

/** Calls the server to check an address. There are two such calls: for a purchase and for a saved address. */
export type AddressCheckRequest = (address: string, currency: string, signal?: AbortSignal) => Promise<CheckResult>;

/** Checks an address that receives a purchase. */
const requestPurchaseCheck: AddressCheckRequest = (address, getCurrency, signal) =>
  call('validateGetAddress', { address, getCurrency }, { signal });

/** Checks an address to be saved without a purchase. */
export const requestBookCheck: AddressCheckRequest = (address, currency, signal) =>
  call('validateAddress', { address, currency }, { signal });

/**
 * Checks, by a call to the server, whether the address can receive the crypto. An empty address is `missing` without a call.
 * Throws AbortError if the signal was aborted.
 */
export async function checkAddress(
  entered: string,
  currency: string,
  signal?: AbortSignal,
  requestCheck: AddressCheckRequest = requestPurchaseCheck,
): Promise<AddressCheck> {
  const address = entered.trim();
  if (address === '') return { state: 'missing', entered: '' };
  try {
    return toAddressCheck(address, await requestCheck(address, currency, signal));
  } catch (error) {
    if (isAbort(error)) throw error;
    return { state: 'unknown', entered: address, error };
  }
}

function toAddressCheck(entered: string, verdict: CheckResult): AddressCheck {
  if (verdict.valid) return { state: 'good', entered, address: verdict.address, isContract: verdict.isContract };
  return { state: 'bad', entered, fault: verdict.fault ?? 'malformed', looksLike: verdict.looksLike };
}

/** Returns the address that a valid entry was parsed as; undefined if it differs from the entry only in upper and lower case. */
export function findParsedAddress(check: AddressCheck | null): string | undefined {
  if (check?.state !== 'good') return undefined;
  return check.address.toLowerCase() === check.entered.toLowerCase() ? undefined : check.address;
}
