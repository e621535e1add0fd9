import { z } from 'zod';
import { receiveCurrencyCode, webAddress } from './scalars.ts';

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
  address: webAddress.describe('The address as entered'),
  getCurrency: receiveCurrencyCode,
  network: z.string().max(64).optional().describe('Identifies the network if getCurrency is only a symbol'),
});

export const addressCheckResult = z
  .object({
    valid: z.boolean(),
    address: z.string().describe('The address to which coins are sent, if valid'),
    fault: z.enum(addressFaults).nullable(),
    isContract: z
      .boolean()
      .describe(
        'True if the address belongs to a contract to which this buyer has not ordered before: an order there requires acceptContract',
      ),
    looksLike: z.string().nullable().describe('The network that the address appears to belong to'),
  })
  .meta({ id: 'AddressVerdict' });
