import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { currencyCode, networkName } from '../../entities/scalars.ts';

export const getAddressNetworkList = defineCall({
  name: 'getAddressNetworkList',
  tag: 'addresses',
  summary: 'Networks on which a crypto can be received',
  auth: 'none',
  request: z.object({ crypto: currencyCode.describe('A symbol of getAddressCryptoList') }),
  data: z.array(
    z.object({
      network: z.string(),
      networkName,
      currency: z.string().describe('Wire id of the crypto on this network'),
    }),
  ),
  errors: ['receive_currency_unsupported'],
  example: {
    request: { crypto: 'USDC' },
    data: [{ network: 'base', networkName: 'Base', currency: 'USDC_BASE' }],
  },
});
