import type { CallData } from '@slipway/contract/calls.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type AddressContext, checkAddress } from './checkAddress.ts';
import { requireCryptoOn } from './cryptoOn.ts';

export type AddressCallsContext = AddressContext & { readonly catalog: Catalog };

/** The spec's own text for an address that is not taken. */
const INCORRECT_ADDRESS = 'Incorrect address, check the characters and address length before trying again';

type Judgement = { readonly data: CallData<'validateAddress'>; readonly message?: string };

export function addressCalls(context: AddressCallsContext): Pick<Handlers, 'validateGetAddress' | 'validateAddress'> {
  function judge(name: string, network: string | undefined, address: string): Judgement {
    const verdict = checkAddress(context, requireCryptoOn(context.catalog, name, network), address);
    return verdict.valid
      ? { data: { valid: true, address: verdict.normalized, fault: null, looksLike: null } }
      : {
          data: { valid: false, address: '', fault: verdict.fault, looksLike: verdict.looksLike },
          message: INCORRECT_ADDRESS,
        };
  }

  return {
    validateGetAddress: async ({ getCurrency, network, address }) => judge(getCurrency, network, address),
    validateAddress: async ({ currency, network, address }) => judge(currency, network, address),
  };
}
