import { defineCall } from '../../defineCall.ts';
import { addressCheckRequest, addressCheckResult } from '../../entities/address.ts';
import { currencyCode } from '../../entities/scalars.ts';

export const validateAddress = defineCall({
  name: 'validateAddress',
  tag: 'addresses',
  summary: 'The same as validateGetAddress, with the crypto in `currency`',
  auth: 'optional',
  request: addressCheckRequest.omit({ getCurrency: true }).extend({ currency: currencyCode }),
  data: addressCheckResult,
  errors: ['receive_currency_unsupported'],
  example: {
    request: { address: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb', currency: 'ETH' },
    data: { valid: false, address: '', fault: 'wrong_network', isContract: false, looksLike: 'Bitcoin' },
  },
});
