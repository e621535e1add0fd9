import { randomUUID } from 'node:crypto';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import type { Books } from '../world/books.ts';
import type { World } from '../world/standIn.ts';
import type { SellersCoin } from './manner.ts';
import type { SellersPrice } from './priceOf.ts';

/** Where a purchase stands, in nobody's words. */
export type Stage = 'opened' | 'paid' | 'delivering' | 'delivered' | 'held' | 'failed' | 'refunded' | 'expired';

export type Purchase = {
  readonly id: string;
  /** What the site that brought the buyer calls it. */
  readonly reference: string;
  readonly currency: string;
  readonly method: string;
  readonly coin: SellersCoin;
  readonly price: SellersPrice;
  readonly address: string;
  /** Where its announcements go, where the checkout's address said so. */
  readonly webhookUrl?: string;
  readonly createdAt: string;
  updatedAt: string;
  stage: Stage;
  transactionId: string | null;
  reason: string | null;
  /** A test's word in place of the seller's own. */
  word: string | null;
};

export type CounterState = { readonly purchases: Record<string, Purchase> };

export const EMPTY_COUNTER: CounterState = { purchases: {} };

type Opening = Pick<Purchase, 'reference' | 'currency' | 'method' | 'coin' | 'price' | 'address' | 'webhookUrl'>;
type Move = Partial<Pick<Purchase, 'stage' | 'transactionId' | 'reason' | 'word'>>;

/** Where a seller's purchases are made and moved on; each change is on disk before anybody hears of it. */
export type Counter = {
  find(id: string): Purchase | undefined;
  /** Oldest first. */
  ofReference(reference: string): readonly Purchase[];
  open(purchase: Opening): Promise<Purchase>;
  move(id: string, change: Move): Promise<Purchase>;
  stop(): Promise<void>;
};

/** From the payment to the coins' leaving, and from there until the seller calls it done. */
const PAUSES_MS = { paid: 1_200, delivering: 1_500 } as const;
const TICK_MS = 150;

/** `tell` announces a change; the coins are sent by themselves once a purchase is paid. */
export function createCounter(
  books: Books<CounterState>,
  world: World,
  send: SendCoins,
  tell: (purchase: Purchase) => void,
): Counter {
  const busy = new Set<string>();
  const running = new Set<Promise<unknown>>();

  async function move(id: string, change: Move): Promise<Purchase> {
    const moved = await books.commit((state) => {
      const purchase = state.purchases[id];
      if (!purchase) throw new Error(`no purchase ${id}`);
      return Object.assign(purchase, change, { updatedAt: world.clock.now().toISOString() });
    });
    tell(moved);
    return moved;
  }

  async function deliver(purchase: Purchase): Promise<void> {
    const { coin, address, price } = purchase;
    const transactionId = await send({
      network: coin.network,
      symbol: coin.symbol,
      address,
      amount: price.receive,
    });
    await move(purchase.id, { stage: 'delivering', transactionId });
  }

  function tick(): void {
    for (const purchase of Object.values(books.state.purchases)) {
      const pause =
        purchase.stage === 'paid' || purchase.stage === 'delivering' ? PAUSES_MS[purchase.stage] : undefined;
      const isDue = pause !== undefined && world.clock.now().getTime() - Date.parse(purchase.updatedAt) >= pause;
      if (!isDue || busy.has(purchase.id)) continue;
      busy.add(purchase.id);
      const work = (purchase.stage === 'paid' ? deliver(purchase) : move(purchase.id, { stage: 'delivered' }))
        // The chain may be away: it is tried again.
        .catch(() => undefined)
        .finally(() => {
          busy.delete(purchase.id);
          running.delete(work);
        });
      running.add(work);
    }
  }

  const timer = setInterval(tick, TICK_MS);

  return {
    find: (id) => books.state.purchases[id],
    ofReference: (reference) => Object.values(books.state.purchases).filter((one) => one.reference === reference),
    async open(opening) {
      const at = world.clock.now().toISOString();
      const purchase: Purchase = {
        ...opening,
        id: randomUUID(),
        createdAt: at,
        updatedAt: at,
        stage: 'opened',
        transactionId: null,
        reason: null,
        word: null,
      };
      await books.commit(({ purchases }) => {
        purchases[purchase.id] = purchase;
      });
      tell(purchase);
      return purchase;
    },
    move,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}
