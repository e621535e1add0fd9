import type {
  KnownTransactions,
  PayoutRequest,
  SentReading,
  SentTransaction,
  UnsignedPayout,
} from '../providers/chain/chainPort.ts';
import type {
  FoundTransaction,
  OwnPayment,
  TreasuryKey,
  UncomparedNetwork,
  VerifiedTransaction,
} from '../providers/chain/signerPort.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import type { Order } from '../purchase/order/order.ts';
import { type FormRecord, formatClaims, type NewForm } from './record/formRecord.ts';
import type { SerialRunner } from './serialRunner.ts';

export type ComparisonContext = {
  readonly record: FormRecord;
  /** By CAIP-2 id. */
  readonly keys: ReadonlyMap<string, TreasuryKey>;
  /** The queue that signing uses: a form signed during a comparison would be found on the chain but not in the record. */
  readonly runSerially: SerialRunner;
  /** Returns the orders of a network (CAIP-2) that receive one of these amounts of minor units, the oldest first. */
  findOrdersReceiving(network: string, units: readonly bigint[]): Promise<readonly Order[]>;
  /** Returns when the oldest order that may still be paid out was created, by the machine's clock; undefined without one. */
  findOldestOpenOrderTime(): Promise<Date | undefined>;
  /** Returns the order's worth in cents of a euro at the signer's own prices; undefined without a price. */
  computeEuroCents(order: Order): bigint | undefined;
  /** Returns the time of the machine's clock. */
  now(): Date;
};

export type ChainComparison = {
  /**
   * Returns why nothing new may be signed for these fields; undefined if it may. Marks the network as uncompared if the
   * fields follow transactions that the record lacks.
   */
  findObstacle(network: string, key: TreasuryKey, unsigned: UnsignedPayout): string | undefined;
  /** Returns the networks on which nothing is signed until they are compared; unavailable until {@link restart} resolves. */
  uncompared(): Promise<Outcome<readonly UncomparedNetwork[]>>;
  /**
   * Records the treasury's transactions that the record lacks, and returns each transaction of the reading with the orders that
   * it pays. If `start` is the one of {@link uncompared}, marks the network as compared; an outdated `start` is unavailable.
   */
  compare(
    network: string,
    reading: SentReading,
    start: number | undefined,
  ): Promise<Outcome<readonly FoundTransaction[]>>;
  /** Marks every network as uncompared. The signer signs and compares nothing until {@link restart}. */
  close(): void;
  /**
   * Closes the comparison, and opens it again when `announce` resolves. `announce` informs the workers, which then also
   * reconcile every external account.
   */
  restart(announce: () => Promise<void>): Promise<void>;
};

type Compared = {
  readonly nextNonce: number;
  /** Ids of transactions whose outputs may be spent although the record lacks the transactions. */
  readonly received: ReadonlySet<string>;
};

/** The most by which block times and machine clocks may differ. */
const MARGIN_MS = 2 * 60 * 60_000;
const CLOSED = {
  kind: 'unavailable',
  retryAfterMs: 1_000,
  detail: 'the signer has not announced its start yet',
} as const;

/**
 * Compares the record with the chains. If the record and the database were restored from an earlier moment, the record lacks
 * later payments. The chain has them, and their signatures prove that this key made them.
 */
export function createChainComparison(context: ComparisonContext): ChainComparison {
  const { record, keys } = context;
  const compared = new Map<string, Compared>();
  let isAnnounced = false;
  let starts = 0;

  function findObstacle(network: string, key: TreasuryKey, unsigned: UnsignedPayout): string | undefined {
    const seen = compared.get(network);
    if (!isAnnounced || !seen) return 'the record has not been compared with the chain since the start';
    const { nonce, held } = key.getClaims(unsigned);
    const next = Math.max(seen.nextNonce, record.computeNextNonce(network, key.address) ?? 0);
    const parents = held.map((claim) => claim.slice(0, claim.lastIndexOf(':')));
    const isKnown = (id: string) => seen.received.has(id) || record.findByTransaction(id) !== undefined;
    const stranger = parents.find((id) => !isKnown(id));
    if ((nonce ?? 0) <= next && stranger === undefined) return undefined;
    compared.delete(network);
    return stranger === undefined
      ? `nonce ${nonce} follows transactions that the record lacks: ${next} would be next`
      : `the record lacks transaction ${stranger}`;
  }

  async function findComparisonStart(): Promise<Date> {
    const newest = record.findNewestTime() ?? (await context.findOldestOpenOrderTime()) ?? context.now();
    return new Date(newest.getTime() - MARGIN_MS);
  }

  async function addMissingTransactions(network: string, transactions: readonly SentTransaction[]) {
    const key = keys.get(network);
    if (!key) throw new RangeError(`there is no key for ${network}`);
    const usable: string[] = [];
    const found: FoundTransaction[] = [];
    for (const sent of transactions) {
      const known = record.findByTransaction(sent.signed.transactionId);
      if (known) {
        found.push({ ...sent, orderNos: known.orderNos });
        continue;
      }
      const own = await key.verifyOwnTransaction(sent);
      // Not signed by this key, or not only by it. The transaction cannot be recorded, but its outputs may be spent.
      if (!own) usable.push(sent.signed.transactionId);
      const orderNos = own ? await addTransaction(network, key, sent, own) : [];
      found.push({ ...sent, orderNos });
    }
    return { found, usable };
  }

  async function addTransaction(
    network: string,
    key: TreasuryKey,
    { signed, unsigned }: SentTransaction,
    { purpose, payments }: VerifiedTransaction,
  ): Promise<readonly string[]> {
    const claims = formatClaims(network, key.address, key.getClaims(unsigned));
    const former = claims.flatMap((claim) => record.listByClaim(claim)).at(-1);
    const orders = former ? [] : await findPaidOrders(network, payments);
    const orderNos = former?.orderNos ?? orders.map(({ orderNo }) => orderNo);
    const inputs = key.listInputs(unsigned).map(({ claim, units }) => ({
      claim: `${network} ${key.address} ${claim}`,
      units: `${units}`,
    }));
    const form: NewForm = {
      network,
      purpose,
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
      euroCents: orders.reduce((sum, order) => sum + (context.computeEuroCents(order) ?? 0n), 0n),
      unsigned,
      ...signed,
      signedAt: context.now(),
    };
    await record.add(form);
    return orderNos;
  }

  /**
   * Returns the orders that these payments pay, by number. Each payment pays at most one order, and each order is paid once,
   * even if several have the same amount and address. Orders with a recorded form are paid already.
   */
  async function findPaidOrders(network: string, payments: readonly OwnPayment[]): Promise<readonly Order[]> {
    if (payments.length === 0) return [];
    const units = payments.map((payment) => payment.units);
    const candidates = await context.findOrdersReceiving(network, units);
    const paid: Order[] = [];
    for (const payment of payments) {
      const order = candidates.find(
        (each) =>
          !paid.includes(each) && record.listByOrder(each.orderNo).length === 0 && payment.pays(buildRequest(each)),
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
    findObstacle,
    close,
    async uncompared() {
      if (!isAnnounced) return CLOSED;
      const networks = [...keys].filter(([network]) => !compared.has(network));
      if (networks.length === 0) return ok([]);
      const from = await findComparisonStart();
      const known = (network: string, key: TreasuryKey): KnownTransactions => ({
        nextNonce: record.computeNextNonce(network, key.address),
        since: from,
      });
      return ok(networks.map(([network, key]) => ({ network, start: starts, ...known(network, key) })));
    },
    compare: (network, reading, start) =>
      context.runSerially(async () => {
        if (!isAnnounced || (start !== undefined && start !== starts)) return CLOSED;
        const { found, usable } = await addMissingTransactions(network, reading.transactions);
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

function buildRequest({ receive: { asset, units }, address }: Order): PayoutRequest {
  return { asset, to: address, units };
}
