import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { savedAddress } from '../../entities/buyer/buyer.ts';
import { receiveCurrencyCode } from '../../entities/scalars.ts';

export const listSavedAddresses = defineCall({
  name: 'address',
  tag: 'addresses',
  summary: "The buyer's saved receiving addresses",
  auth: 'required',
  request: z.object({ getCurrency: receiveCurrencyCode.optional() }),
  data: z.array(savedAddress),
  errors: [],
  example: {
    request: { getCurrency: 'BTC' },
    data: [
      {
        addressId: 'adr_2Fh7',
        crypto: 'BTC',
        network: 'bitcoin',
        address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
        name: 'Ledger',
      },
    ],
  },
});
