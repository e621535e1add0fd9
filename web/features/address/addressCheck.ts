import type { CallData } from '@slipway/contract/calls.ts';
import { call } from '../../api/call.ts';
import { isAbort } from '../../api/callError.ts';

type Verdict = CallData<'validateGetAddress'>;
export type AddressFault = NonNullable<Verdict['fault']>;

export type AddressCheck =
  | {
      readonly state: 'good';
      readonly entered: string;
      readonly address: string;
      /** The buyer has to confirm that it is their wallet. */
      readonly isContract: boolean;
    }
  | { readonly state: 'bad'; readonly entered: string; readonly fault: AddressFault; readonly looksLike: string | null }
  /** The check did not answer. */
  | { readonly state: 'unknown'; readonly entered: string; readonly error: unknown }
  | { readonly state: 'missing'; readonly entered: '' };

/** One of the server's two questions about an address. */
export type AskAboutAddress = (address: string, currency: string, signal?: AbortSignal) => Promise<Verdict>;

/** For an address that is to receive a purchase. */
const askForPurchase: AskAboutAddress = (address, getCurrency, signal) =>
  call('validateGetAddress', { address, getCurrency }, { signal });

/** For an address that is kept without a purchase. */
export const askForBook: AskAboutAddress = (address, currency, signal) =>
  call('validateAddress', { address, currency }, { signal });

/** Asks the server whether the address can receive the crypto. Throws an AbortError when the signal was used. */
export async function checkAddress(
  entered: string,
  currency: string,
  signal?: AbortSignal,
  ask: AskAboutAddress = askForPurchase,
): Promise<AddressCheck> {
  const address = entered.trim();
  if (address === '') return { state: 'missing', entered: '' };
  try {
    return judged(address, await ask(address, currency, signal));
  } catch (error) {
    if (isAbort(error)) throw error;
    return { state: 'unknown', entered: address, error };
  }
}

function judged(entered: string, verdict: Verdict): AddressCheck {
  if (verdict.valid) return { state: 'good', entered, address: verdict.address, isContract: verdict.isContract };
  return { state: 'bad', entered, fault: verdict.fault ?? 'malformed', looksLike: verdict.looksLike };
}

/** The address that a judged entry was read as, if that is more than another way of writing it. */
export function readAs(check: AddressCheck | null): string | undefined {
  if (check?.state !== 'good') return undefined;
  return check.address.toLowerCase() === check.entered.toLowerCase() ? undefined : check.address;
}
