import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { savedAddressId } from '../../entities/buyer/buyer.ts';

export const delCryptoAddress = defineCall({
  name: 'delCryptoAddress',
  tag: 'addresses',
  summary: 'Deletes a saved address',
  auth: 'required',
  request: z.object({ addressId: savedAddressId }),
  data: z.object({}),
  errors: ['saved_address_not_found'],
  example: { request: { addressId: 'adr_2Fh7' }, data: {} },
});
