import { createServer, type IncomingMessage } from 'node:http';
import { createSlipway, SlipwayError, verifyWebhook, WebhookVerificationError } from '@slipway/node';
import { cart, formatEuros, sumItems } from './cart.ts';
import { deriveState, type Order, openOrders } from './orders.ts';
import { cartPage, errorPage, orderPage } from './pages.ts';

const {
  SLIPWAY_URL = 'http://localhost:8080',
  SLIPWAY_KEY,
  SLIPWAY_PRIVATE_KEY,
  SLIPWAY_WEBHOOK_SECRET,
  MERCHANT_ADDRESS = '',
  PORT = '3003',
  SHOP_URL = `http://localhost:${PORT}`,
  STATE_FOLDER = 'state',
} = process.env;
if (MERCHANT_ADDRESS === '') throw new Error('MERCHANT_ADDRESS must be your own address for USDC on Base');

const MAX_BODY_BYTES = 64 * 1024;

const slipway = createSlipway({ origin: SLIPWAY_URL, apiKey: SLIPWAY_KEY, privateKey: SLIPWAY_PRIVATE_KEY });
const orders = openOrders(STATE_FOLDER);

type Answer = { readonly status: number; readonly html?: string; readonly text?: string; readonly location?: string };

async function answer(request: IncomingMessage): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', SHOP_URL);
  const call = `${request.method} ${pathname}`;
  if (call === 'GET /') return { status: 200, html: cartPage() };
  if (call === 'POST /orders') return pay(orders.create(sumItems(cart), chooseAddress()));
  if (call === 'POST /slipway') return receiveWebhook(request);

  const [, id = '', action] = /^\/orders\/([\w-]+)(\/pay)?$/.exec(pathname) ?? [];
  const order = orders.find(id);
  if (order && request.method === 'GET' && !action) return { status: 200, html: orderPage(order) };
  if (order && request.method === 'POST' && action)
    // A second payment while the first is under way would charge the buyer twice.
    return deriveState(order) === 'unpaid' ? pay(order) : { status: 303, location: `/orders/${id}` };
  return { status: 404, html: errorPage('There is no such page.') };
}

/** Returns the address to which an order's coins are sent. A merchant derives a new one per order from the wallet's public key. */
function chooseAddress(): string {
  return MERCHANT_ADDRESS;
}

/** Fixes amount, coin, address and method on the server, and sends the buyer to the operator's page to pay. */
async function pay({ id, cents, address }: Order): Promise<Answer> {
  const { sessionId, url } = await slipway.call('createSession', {
    sendCurrency: 'EUR',
    sendCurrencyAmount: formatEuros(cents),
    getCurrency: 'USDC_BASE',
    address,
    payMethod: 'credit_debit_card',
    reference: id,
    redirectUrl: `${SHOP_URL}/orders/${id}`,
  });
  // Stored before the buyer can pay, so that every event finds its order.
  orders.addSession(id, sessionId);
  return { status: 303, location: url };
}

async function receiveWebhook(request: IncomingMessage): Promise<Answer> {
  const body = await readBody(request);
  if (body === undefined) return { status: 413 };
  try {
    const event = verifyWebhook({ body, headers: request.headers, secret: SLIPWAY_WEBHOOK_SECRET });
    if (event.test) return { status: 204 };
    const order = orders.applyEvent(event);
    if (order) console.log(`Order ${order.id}: ${event.data.status}, ${deriveState(order)}`);
    return { status: 204 };
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return { status: 400, text: error.code };
  }
}

/** Returns the raw bytes of the body, which the signature covers; undefined if there are too many. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function answerError(error: unknown): Answer {
  console.error(error);
  // The code is stable; docs/integrate/errors.md explains it.
  if (error instanceof SlipwayError)
    return { status: 502, html: errorPage(`The payment cannot begin (${error.code}). Try again in a minute.`) };
  return { status: 500, html: errorPage('Try again in a minute.') };
}

const server = createServer((request, response) => {
  void answer(request)
    .catch(answerError)
    .then(({ status, html, text = '', location }) => {
      response.writeHead(status, {
        'content-type': `text/${html === undefined ? 'plain' : 'html'}; charset=utf-8`,
        // `form-action` includes the operator's page, to which the form's answer redirects.
        'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self' ${SLIPWAY_URL}; base-uri 'none'; frame-ancestors 'none'`,
        'cache-control': 'no-store',
        ...(location !== undefined && { location }),
      });
      response.end(html ?? text);
    });
});

server.listen(Number(PORT), '127.0.0.1', () => console.log(`Open ${SHOP_URL}/`));
