import { createSlipway } from '@slipway/node';

export async function POST(): Promise<Response> {
  const slipway = createSlipway({
    origin: process.env['NEXT_PUBLIC_SLIPWAY'] ?? '',
    apiKey: process.env['SLIPWAY_KEY'] ?? '',
    privateKey: process.env['SLIPWAY_PRIVATE_KEY'] ?? '',
  });
  const { session } = await slipway.call('createSession', {
    sendCurrency: 'EUR',
    sendCurrencyAmount: '60',
    getCurrency: 'USDC_BASE',
    payMethod: 'credit_debit_card',
    reference: 'cart 17',
  });
  return new Response(session);
}
