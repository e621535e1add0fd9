import { createSlipway, SlipwayError } from '@slipway/node';
import { readCart } from '../cart';

/** Fixes the purchase and returns its session. Keys stay on the server, and the amount never comes from the browser. */
export async function POST(): Promise<Response> {
  const cart = readCart();
  const slipway = createSlipway({
    origin: process.env['SLIPWAY_URL'] ?? 'http://localhost:8080',
    apiKey: process.env['SLIPWAY_KEY'],
    privateKey: process.env['SLIPWAY_PRIVATE_KEY'],
  });
  try {
    const { session, sessionId } = await slipway.call('createSession', {
      sendCurrency: 'EUR',
      sendCurrencyAmount: cart.euros,
      getCurrency: 'USDC_BASE',
      payMethod: 'credit_debit_card',
      reference: cart.id,
    });
    // Store the session's id with the cart: every event of the order contains it.
    console.log(`${cart.id} is ${sessionId}`);
    return new Response(session, { headers: { 'cache-control': 'no-store' } });
  } catch (error) {
    if (!(error instanceof SlipwayError)) throw error;
    console.error(`${cart.id} has no session: ${error.code}`, error);
    return new Response(error.code, { status: 502 });
  }
}
