import { AppError } from '../../platform/http/appError.ts';
import type { Handlers } from '../../platform/http/handlers.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { checkAddress } from './checkAddress.ts';
import type { AddressScreening } from './screening.ts';

export type AddressContext = {
  readonly catalog: Catalog;
  readonly chains: Chains;
  readonly screening: AddressScreening;
};

/** The spec's own text for an address that is not taken. */
const INCORRECT_ADDRESS = 'Incorrect address, check the characters and address length before trying again';

export function addressCalls(context: AddressContext): Pick<Handlers, 'validateGetAddress'> {
  return {
    async validateGetAddress({ address, getCurrency }) {
      const crypto = context.catalog.cryptos.get(getCurrency);
      if (!crypto) throw new AppError('receive_currency_unsupported');
      const verdict = checkAddress(context, crypto, address);
      return verdict.valid
        ? { data: { valid: true, address: verdict.normalized, fault: null, looksLike: null } }
        : {
            data: { valid: false, address: '', fault: verdict.fault, looksLike: verdict.looksLike },
            message: INCORRECT_ADDRESS,
          };
    },
  };
}
