import { defineCall } from '../../defineCall.ts';
import { addressCheckRequest, addressCheckResult } from '../../entities/address.ts';

export const validateGetAddress = defineCall({
  name: 'validateGetAddress',
  tag: 'addresses',
  summary: 'Checks whether an address can receive a crypto; respMessage is empty if it can',
  auth: 'optional',
  request: addressCheckRequest,
  data: addressCheckResult,
  errors: ['receive_currency_unsupported'],
  example: {
    request: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', getCurrency: 'BTC' },
    data: {
      valid: true,
      address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
      fault: null,
      isContract: false,
      looksLike: null,
    },
  },
});
