import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Client, openClient, RefusedError } from './client.ts';
import { openSandbox } from './sandbox.ts';

const {
  SLIPWAY_URL = 'http://localhost:8080',
  SANDBOX_URL = 'http://localhost:8090',
  BUYER_EMAIL = `buyer-${randomBytes(6).toString('hex')}@example.com`,
  // A random address without a known key: coins sent to it can never be spent.
  BUYER_ADDRESS = `0x${randomBytes(20).toString('hex')}`,
} = process.env;

const purchase = {
  sendCurrency: 'EUR',
  sendCurrencyAmount: '100',
  getCurrency: 'USDC_BASE',
  getCurrencyAmount: '',
  payMethod: 'bank_transfer',
};

const buyer = {
  firstName: 'Sam',
  lastName: 'Sample',
  birthDate: '1990-05-31',
  citizenship: 'DE',
  city: 'Berlin',
  purpose: 'personal_investment',
  phone: '+49 30 901820',
};

/** The fields that this example uses. `/docs/api` of the server has all, and its OpenAPI document generates a typed client. */
type Quote = { readonly token: string; readonly getCurrencyAmount: string; readonly processingFee: string };
type Transfer = {
  readonly accountHolder: string;
  readonly account: string;
  readonly bankCode: string;
  readonly reference: string;
  readonly amount: string;
};
type OrderDetail = {
  readonly status: string;
  readonly getCurrencyAmount: string;
  readonly transfer: Transfer | null;
  readonly delivery: { readonly transactionId: string } | null;
};

const client = openClient(SLIPWAY_URL);
const sandbox = openSandbox(SANDBOX_URL);

await client.call('sendCode', { email: BUYER_EMAIL });
const { authToken } = await client.call<{ authToken: string }>('login', {
  email: BUYER_EMAIL,
  code: await sandbox.readLoginCode(BUYER_EMAIL),
});
await client.call('addKyc', { ...buyer, authToken });

const quote = await requestQuote(client);
console.log(`Quote: 100 EUR for about ${quote.getCurrencyAmount} USDC, with a fee of ${quote.processingFee} EUR`);

const { orderNo } = await client.call<{ orderNo: string }>('coinOrder', {
  ...purchase,
  token: quote.token,
  address: BUYER_ADDRESS,
  walletType: 'self_hosted',
  authToken,
});
const { transfer } = await client.call<OrderDetail>('orderDetail', { orderNo, authToken });
if (!transfer) throw new Error(`order ${orderNo} has no instructions for a transfer`);
const { accountHolder, account, bankCode, reference, amount } = transfer;
console.log(`Order ${orderNo}: transfer ${amount} EUR to ${accountHolder}, ${account}, ${bankCode}, text ${reference}`);

// Outside the sandbox the buyer does this at their bank, and the money arrives days later.
await sandbox.sendTransfer({ reference, amount, currency: 'EUR', payerName: `${buyer.firstName} ${buyer.lastName}` });

const delivered = await waitForEnd(client, orderNo, authToken);
if (delivered.status !== 'delivered') throw new Error(`order ${orderNo} is ${delivered.status}`);
console.log(`Delivered ${delivered.getCurrencyAmount} USDC to ${BUYER_ADDRESS}`);
console.log(`Transaction ${delivered.delivery?.transactionId}`);

/**
 * Requests a quote, which is firm for 60 seconds. Retries while there is no price, for example just after the server started.
 */
async function requestQuote({ call }: Client): Promise<Quote> {
  for (;;) {
    try {
      return await call<Quote>('offerInquiry', purchase);
    } catch (error) {
      if (!(error instanceof RefusedError) || error.code !== 'price_unavailable') throw error;
      await pause(1_000);
    }
  }
}

/**
 * Polls the order until its status is final and prints each new status. A server gets webhooks instead (see
 * ../webhook-receiver). Also stops at `on_hold`, because the operator must then decide.
 */
async function waitForEnd({ call }: Client, order: string, token: string): Promise<OrderDetail> {
  const final = new Set(['delivered', 'cancelled', 'expired', 'failed', 'refunded', 'on_hold']);
  let printed = '';
  for (;;) {
    const detail = await call<OrderDetail>('orderDetail', { orderNo: order, authToken: token });
    if (detail.status !== printed) console.log(`  ${detail.status}`);
    printed = detail.status;
    if (final.has(detail.status)) return detail;
    await pause(1_000);
  }
}
