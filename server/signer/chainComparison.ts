import type {
  KnownSent,
  PayoutRequest,
  SentReading,
  SentTransaction,
  UnsignedPayout,
} from '../providers/chain/chainPort.ts';
import type { FoundTransaction, OwnPayment, TreasuryKey, Uncompared } from '../providers/chain/signerPort.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import type { Order } from '../purchase/order/order.ts';
import { type FormRecord, type NewForm, nameClaims } from './formRecord.ts';
import type { Turns } from './turns.ts';

export type ComparisonContext = {
  readonly record: FormRecord;
  /** By CAIP-2 id. */
  readonly keys: ReadonlyMap<string, TreasuryKey>;
  /** Those of signing: what is signed meanwhile would be found on the chain and not in the record. */
  readonly turns: Turns;
  /** Orders of a network (CAIP-2) that receive one of these amounts of minor units, the oldest first. */
  findOrdersReceiving(network: string, units: readonly bigint[]): Promise<readonly Order[]>;
  /** When the oldest order was made that may still be paid out, by the machine's clock; undefined without one. */
  oldestOpenOrder(): Promise<Date | undefined>;
  /** In cents of a euro by the signer's own prices; undefined without a price. */
  centsOf(order: Order): bigint | undefined;
  /** The machine's. */
  now(): Date;
};

export type ChainComparison = {
  /** Why nothing new may be signed for these fields; undefined if it may. */
  whyNot(network: string, key: TreasuryKey, unsigned: UnsignedPayout): string | undefined;
  uncompared(): Promise<Outcome<readonly Uncompared[]>>;
  compare(
    network: string,
    reading: SentReading,
    start: number | undefined,
  ): Promise<Outcome<readonly FoundTransaction[]>>;
  /** Makes every network uncompared. Nothing is signed and nothing compared until {@link restart}. */
  close(): void;
  /**
   * Closes, and opens again when `announce` resolves. It tells the workers, which then compare their books with every place as well.
   */
  restart(announce: () => Promise<void>): Promise<void>;
};

type Compared = {
  readonly nextNonce: number;
  /** Transactions whose outputs may be spent though the record does not have them. */
  readonly received: ReadonlySet<string>;
};

/** Times of blocks and clocks of machines may differ by as much. */
const MARGIN_MS = 2 * 60 * 60_000;
const CLOSED = {
  kind: 'unavailable',
  retryAfterMs: 1_000,
  detail: 'the signer has not announced its start yet',
} as const;

/**
 * Compares the record with the chains. A record that was restored from an earlier moment, with the database, does not know what
 * was paid since: the chain does, and its transactions prove by their signatures that they are ours.
 */
export function createChainComparison(context: ComparisonContext): ChainComparison {
  const { record, keys } = context;
  const compared = new Map<string, Compared>();
  let isAnnounced = false;
  let starts = 0;

  function whyNot(network: string, key: TreasuryKey, unsigned: UnsignedPayout): string | undefined {
    const seen = compared.get(network);
    if (!isAnnounced || !seen) return 'the record was not compared with the chain since the start';
    const { nonce, held } = key.claimsOf(unsigned);
    const next = Math.max(seen.nextNonce, record.nextNonce(network, key.address) ?? 0);
    const parents = held.map((claim) => claim.slice(0, claim.lastIndexOf(':')));
    const isKnown = (id: string) => seen.received.has(id) || record.ofTransaction(id) !== undefined;
    const stranger = parents.find((id) => !isKnown(id));
    if ((nonce ?? 0) <= next && stranger === undefined) return undefined;
    compared.delete(network);
    return stranger === undefined
      ? `nonce ${nonce} follows transactions that the record lacks: ${next} would be next`
      : `the record lacks transaction ${stranger}`;
  }

  async function since(): Promise<Date> {
    const newest = record.newestAt() ?? (await context.oldestOpenOrder()) ?? context.now();
    return new Date(newest.getTime() - MARGIN_MS);
  }

  async function addAll(network: string, transactions: readonly SentTransaction[]) {
    const key = keys.get(network);
    if (!key) throw new RangeError(`there is no key for ${network}`);
    const usable: string[] = [];
    const found: FoundTransaction[] = [];
    for (const sent of transactions) {
      const known = record.ofTransaction(sent.signed.transactionId);
      if (known) {
        found.push({ ...sent, orderNos: known.orderNos });
        continue;
      }
      const payments = await key.readOwn(sent);
      // Not signed by this key alone: it cannot be recorded, but its outputs may be spent.
      if (!payments) usable.push(sent.signed.transactionId);
      const orderNos = payments ? await add(network, key, sent, payments) : [];
      found.push({ ...sent, orderNos });
    }
    return { found, usable };
  }

  async function add(
    network: string,
    key: TreasuryKey,
    { signed, unsigned }: SentTransaction,
    payments: readonly OwnPayment[],
  ): Promise<readonly string[]> {
    const claims = nameClaims(network, key.address, key.claimsOf(unsigned));
    const former = claims.flatMap((claim) => record.ofClaim(claim)).at(-1);
    const orders = former ? [] : await ordersPaid(network, payments);
    const orderNos = former?.orderNos ?? orders.map(({ orderNo }) => orderNo);
    const inputs = key.inputsOf(unsigned).map(({ claim, units }) => ({
      claim: `${network} ${key.address} ${claim}`,
      units: `${units}`,
    }));
    const form: NewForm = {
      network,
      purpose: payments.length === 0 ? 'cancellation' : 'payment',
      payer: key.address,
      orderNos,
      payments: orders.map(({ orderNo, address, receive, pay }) => ({
        orderNo,
        to: address,
        units: `${receive.units}`,
        currency: pay.asset.code,
        paidUnits: `${pay.units}`,
      })),
      claims,
      inputs,
      proofs: orders.map(({ orderNo }) => `chain ${signed.transactionId} ${orderNo}`),
      asset: former?.asset ?? orders[0]?.receive.asset.id ?? network,
      units: orders.reduce((sum, { receive }) => sum + receive.units, 0n),
      euroCents: orders.reduce((sum, order) => sum + (context.centsOf(order) ?? 0n), 0n),
      unsigned,
      ...signed,
      signedAt: context.now(),
    };
    await record.add(form);
    return orderNos;
  }

  /** One order for each payment: two orders that look alike are paid by two payments. */
  async function ordersPaid(network: string, payments: readonly OwnPayment[]): Promise<readonly Order[]> {
    if (payments.length === 0) return [];
    const units = payments.map((payment) => payment.units);
    const candidates = await context.findOrdersReceiving(network, units);
    const paid: Order[] = [];
    for (const payment of payments) {
      const order = candidates.find(
        (each) => !paid.includes(each) && record.ofOrder(each.orderNo).length === 0 && payment.pays(requestOf(each)),
      );
      if (order) paid.push(order);
    }
    return paid.toSorted((a, b) => (a.orderNo < b.orderNo ? -1 : 1));
  }

  function close(): void {
    starts += 1;
    isAnnounced = false;
    compared.clear();
  }

  return {
    whyNot,
    close,
    async uncompared() {
      if (!isAnnounced) return CLOSED;
      const networks = [...keys].filter(([network]) => !compared.has(network));
      if (networks.length === 0) return ok([]);
      const from = await since();
      const known = (network: string, key: TreasuryKey): KnownSent => ({
        nextNonce: record.nextNonce(network, key.address),
        since: from,
      });
      return ok(networks.map(([network, key]) => ({ network, start: starts, ...known(network, key) })));
    },
    compare: (network, reading, start) =>
      context.turns(async () => {
        if (!isAnnounced || (start !== undefined && start !== starts)) return CLOSED;
        const { found, usable } = await addAll(network, reading.transactions);
        if (start !== undefined)
          compared.set(network, {
            nextNonce: reading.nextNonce ?? 0,
            received: new Set([...reading.received, ...usable]),
          });
        return ok(found);
      }),
    async restart(announce) {
      close();
      await announce();
      isAnnounced = true;
    },
  };
}

function requestOf({ receive: { asset, units }, address }: Order): PayoutRequest {
  return { asset, to: address, units };
}
