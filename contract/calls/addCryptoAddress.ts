import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { savedAddress } from '../entities/buyer.ts';
import { currencyCode, walletAddress } from '../entities/scalars.ts';

export const SAVED_ADDRESS_NAME_MAX = 25;

export const addCryptoAddress = defineCall({
  name: 'addCryptoAddress',
  summary: 'Saves a receiving address; saving the same one again changes its name',
  auth: 'required',
  request: z.object({
    crypto: currencyCode,
    network: z.string().max(64).optional(),
    address: walletAddress,
    name: z
      .string()
      .trim()
      .max(SAVED_ADDRESS_NAME_MAX, `must not exceed ${SAVED_ADDRESS_NAME_MAX} characters`)
      .default(''),
  }),
  data: savedAddress,
  errors: ['address_invalid', 'receive_currency_unsupported'],
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
