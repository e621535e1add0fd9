import { createServer, type IncomingMessage } from 'node:http';
import { createSlipway, verifyWebhook, WebhookVerificationError } from '@slipway/node';
import { catchUp } from './catchUp.ts';
import { type OrderEvent, openJournal } from './journal.ts';

const {
  SLIPWAY_URL = 'http://localhost:8080',
  SLIPWAY_KEY,
  SLIPWAY_WEBHOOK_SECRET,
  PORT = '3002',
  STATE_FOLDER = 'state',
} = process.env;

/** Slipway's events are smaller than 4 KiB. */
const MAX_BODY_BYTES = 64 * 1024;
/** Interval of the call `events`. The server retries a failed webhook for three days; the call finds its event sooner. */
const CATCH_UP_INTERVAL_MS = 5 * 60_000;

const journal = openJournal(STATE_FOLDER);
const slipway = createSlipway({ origin: SLIPWAY_URL, apiKey: SLIPWAY_KEY });

/** The newest event of each order. Events of an order may arrive in any order: `sequence` decides. */
const orders = new Map<string, OrderEvent>();
for (const event of journal.events) storeIfNewest(event);

function storeIfNewest(event: OrderEvent): boolean {
  const { orderNo, sequence } = event.data;
  if (sequence <= (orders.get(orderNo)?.data.sequence ?? -1)) return false;
  orders.set(orderNo, event);
  return true;
}

/** Processes an event once, even if it arrives several times, as a webhook and from the call `events`. */
function receive(event: OrderEvent): void {
  if (event.test) return console.log(`test of ${event.type}`);
  if (!journal.add(event)) return;
  const isNewest = storeIfNewest(event);
  console.log(`${event.data.orderNo} ${event.type}${isNewest ? '' : ', older than the newest event of its order'}`);
}

const server = createServer((request, response) => {
  answer(request).then(
    ([status, text]) => response.writeHead(status, { 'content-type': 'text/plain' }).end(text),
    (error: unknown) => {
      // Not stored, so not acknowledged: the webhook is sent again.
      console.error(error);
      response.writeHead(500).end();
    },
  );
});

async function answer(request: IncomingMessage): Promise<[status: number, text?: string]> {
  if (request.method !== 'POST' || request.url !== '/slipway') return [404];
  const body = await readBody(request);
  if (body === undefined) return [413];
  try {
    receive(verifyWebhook({ body, headers: request.headers, secret: SLIPWAY_WEBHOOK_SECRET }));
    return [204];
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    return [400, error.code];
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

async function followEvents(): Promise<void> {
  try {
    await catchUp(slipway, journal, receive);
  } catch (error) {
    console.error('Catching up failed; the next attempt follows in five minutes:', error);
  }
  setTimeout(() => void followEvents(), CATCH_UP_INTERVAL_MS);
}

server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`Waiting for events at http://localhost:${PORT}/slipway`);
  void followEvents();
});
