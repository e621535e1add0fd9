import { randomUUID } from 'node:crypto';
import type { SendCoins } from '../exchanges/krakenFunding.ts';
import type { Books } from '../world/books.ts';
import type { World } from '../world/standIn.ts';
import type { ProviderPrice } from './computePrice.ts';
import type { ProviderCoin } from './providerTerms.ts';

/** Vendor-independent state of a purchase. */
export type PurchaseStage = 'opened' | 'paid' | 'delivering' | 'delivered' | 'held' | 'failed' | 'refunded' | 'expired';

export type Purchase = {
  readonly id: string;
  /** The referring site's reference of the purchase. */
  readonly reference: string;
  readonly currency: string;
  readonly method: string;
  readonly coin: ProviderCoin;
  readonly price: ProviderPrice;
  readonly address: string;
  /** Webhook address, if the checkout's address contains one. */
  readonly webhookUrl?: string;
  readonly createdAt: string;
  updatedAt: string;
  stage: PurchaseStage;
  transactionId: string | null;
  reason: string | null;
  /** A status set by a test, in place of the vendor's status for the stage. */
  presetStatus: string | null;
};

export type PurchasesState = { readonly purchases: Record<string, Purchase> };

export const EMPTY_PURCHASES: PurchasesState = { purchases: {} };

type NewPurchase = Pick<Purchase, 'reference' | 'currency' | 'method' | 'coin' | 'price' | 'address' | 'webhookUrl'>;
type PurchaseUpdate = Partial<Pick<Purchase, 'stage' | 'transactionId' | 'reason' | 'presetStatus'>>;

/** Creates and advances an external provider's purchases. Each change is on disk before its webhook is sent. */
export type PurchaseStore = {
  find(id: string): Purchase | undefined;
  /** Oldest first. */
  findByReference(reference: string): readonly Purchase[];
  open(purchase: NewPurchase): Promise<Purchase>;
  update(id: string, change: PurchaseUpdate): Promise<Purchase>;
  stop(): Promise<void>;
};

/** Delay from the payment until the coins are sent, and from there until the purchase is completed. */
const STAGE_DELAYS_MS = { paid: 1_200, delivering: 1_500 } as const;
const TICK_MS = 150;

/** Creates the store. `notify` sends the webhook about a change. Coins are sent automatically after the payment. */
export function createPurchaseStore(
  books: Books<PurchasesState>,
  world: World,
  send: SendCoins,
  notify: (purchase: Purchase) => void,
): PurchaseStore {
  const busy = new Set<string>();
  const running = new Set<Promise<unknown>>();

  async function update(id: string, change: PurchaseUpdate): Promise<Purchase> {
    const moved = await books.commit((state) => {
      const purchase = state.purchases[id];
      if (!purchase) throw new Error(`no purchase ${id}`);
      return Object.assign(purchase, change, { updatedAt: world.clock.now().toISOString() });
    });
    notify(moved);
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
    await update(purchase.id, { stage: 'delivering', transactionId });
  }

  function tick(): void {
    for (const purchase of Object.values(books.state.purchases)) {
      const pause =
        purchase.stage === 'paid' || purchase.stage === 'delivering' ? STAGE_DELAYS_MS[purchase.stage] : undefined;
      const isDue = pause !== undefined && world.clock.now().getTime() - Date.parse(purchase.updatedAt) >= pause;
      if (!isDue || busy.has(purchase.id)) continue;
      busy.add(purchase.id);
      const work = (purchase.stage === 'paid' ? deliver(purchase) : update(purchase.id, { stage: 'delivered' }))
        // The chain may be unavailable: retried later.
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
    findByReference: (reference) => Object.values(books.state.purchases).filter((one) => one.reference === reference),
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
        presetStatus: null,
      };
      await books.commit(({ purchases }) => {
        purchases[purchase.id] = purchase;
      });
      notify(purchase);
      return purchase;
    },
    update,
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}
