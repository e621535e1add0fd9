import { z } from 'zod';
import { defineCall } from '../defineCall.ts';
import { currencyCode } from '../entities/scalars.ts';

export const addressFaults = [
  'malformed',
  'bad_checksum',
  'wrong_network',
  'zero_address',
  'token_contract',
  'treasury_address',
  'denied',
] as const;

export const validateGetAddress = defineCall({
  name: 'validateGetAddress',
  summary: 'Whether an address can receive a crypto; respMessage is empty when it can',
  auth: 'none',
  request: z.object({
    address: z.string().max(256),
    getCurrency: currencyCode,
    network: z.string().max(64).optional(),
  }),
  data: z.object({
    valid: z.boolean(),
    address: z.string().describe('As it will be paid, when valid'),
    fault: z.enum(addressFaults).nullable(),
    looksLike: z.string().nullable().describe('The network that the address seems to belong to'),
  }),
  errors: ['receive_currency_unsupported'],
  example: {
    request: { address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', getCurrency: 'BTC' },
    data: { valid: true, address: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', fault: null, looksLike: null },
  },
});
