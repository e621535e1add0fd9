import type { CallData } from '@slipway/contract/calls.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Caller, Handlers } from '../../platform/http/handlers.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { type AddressContext, checkAddress } from './checkAddress.ts';
import { shouldConfirmContract } from './contractConfirmation.ts';
import { requireCryptoOnNetwork } from './cryptoLookup.ts';

export type AddressCallsContext = AddressContext & { readonly database: Database; readonly catalog: Catalog };

/** The text that the API specification requires for an invalid address. */
const INCORRECT_ADDRESS = 'Incorrect address, check the characters and address length before trying again';

type AddressValidation = { readonly data: CallData<'validateAddress'>; readonly message?: string };

export function addressCalls(context: AddressCallsContext): Pick<Handlers, 'validateGetAddress' | 'validateAddress'> {
  async function validate(
    name: string,
    { network, address }: { readonly network?: string | undefined; readonly address: string },
    { session }: Pick<Caller, 'session'>,
  ): Promise<AddressValidation> {
    const crypto = requireCryptoOnNetwork(context.catalog, name, network);
    const verdict = checkAddress(context, crypto, address);
    if (!verdict.valid) {
      const { fault, looksLike } = verdict;
      return { data: { valid: false, address: '', fault, isContract: false, looksLike }, message: INCORRECT_ADDRESS };
    }
    const { normalized } = verdict;
    const isContract = await shouldConfirmContract(context, crypto, normalized, session?.buyerId ?? null);
    return { data: { valid: true, address: normalized, fault: null, isContract, looksLike: null } };
  }

  return {
    validateGetAddress: (input, caller) => validate(input.getCurrency, input, caller),
    validateAddress: (input, caller) => validate(input.currency, input, caller),
  };
}
