import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { savedAddress, savedAddressId, savedAddressName } from '../../entities/buyer/buyer.ts';
import { walletAddress } from '../../entities/scalars.ts';

export const editCryptoAddress = defineCall({
  name: 'editCryptoAddress',
  tag: 'addresses',
  summary: 'Changes the name of a saved address, or the address itself',
  auth: 'required',
  request: z.object({
    addressId: savedAddressId,
    address: walletAddress.optional(),
    name: savedAddressName.optional(),
  }),
  data: savedAddress,
  errors: ['saved_address_not_found', 'saved_address_exists', 'address_invalid'],
  example: {
    request: { addressId: 'adr_2Fh7', name: 'Cold storage' },
    data: {
      addressId: 'adr_2Fh7',
      crypto: 'BTC',
      network: 'bitcoin',
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      name: 'Cold storage',
    },
  },
});
