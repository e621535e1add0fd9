import { z } from 'zod';
import { currencyCode, webAddress } from './scalars.ts';

export const addressFaults = [
  'malformed',
  'bad_checksum',
  'wrong_network',
  'zero_address',
  'burn_address',
  'token_contract',
  'system_contract',
  'treasury_address',
  'denied',
] as const;

export const addressCheckRequest = z.object({
  /** Long enough for payment links with a Lightning invoice. */
  address: webAddress,
  getCurrency: currencyCode,
  network: z.string().max(64).optional().describe('Told apart where getCurrency names a symbol only'),
});

export const addressCheckResult = z
  .object({
    valid: z.boolean(),
    address: z.string().describe('As it will be paid, when valid'),
    fault: z.enum(addressFaults).nullable(),
    isContract: z
      .boolean()
      .describe(
        'The address belongs to a contract to which this buyer has ordered nothing before: an order there needs acceptContract',
      ),
    looksLike: z.string().nullable().describe('The network that the address seems to belong to'),
  })
  .meta({ id: 'AddressVerdict' });
