import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { savedAddress, savedAddressName } from '../../entities/buyer/buyer.ts';
import { currencyCode, walletAddress } from '../../entities/scalars.ts';

export const addCryptoAddress = defineCall({
  name: 'addCryptoAddress',
  tag: 'addresses',
  summary: 'Saves a receiving address; saving the same one again changes its name',
  auth: 'required',
  request: z.object({
    crypto: currencyCode.describe('A wire id, or a symbol together with its network'),
    network: z.string().max(64).optional(),
    address: walletAddress,
    name: savedAddressName.default(''),
  }),
  data: savedAddress,
  errors: ['address_invalid', 'saved_addresses_full', 'receive_currency_unsupported'],
  example: {
    request: { crypto: 'BTC', address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', name: 'Ledger' },
    data: {
      addressId: 'adr_2Fh7',
      crypto: 'BTC',
      network: 'bitcoin',
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      name: 'Ledger',
    },
  },
});
