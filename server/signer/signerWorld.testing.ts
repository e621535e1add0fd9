import { createAmount } from '@slipway/money/amount.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { VOUCHES } from '../platform/persons/vouches.ts';
import { deriveKeys } from '../platform/secrets.ts';
import type { PayoutRequest, UnsignedPayout } from '../providers/chain/chainPort.ts';
import type { OrderPayment, TreasuryKey } from '../providers/chain/signerPort.ts';
import { type Outcome, ok } from '../providers/outcome.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';
import { exampleOrder } from '../purchase/order/orderArbitraries.testing.ts';
import { computeOrderSeal } from '../purchase/order/orderSeal.ts';
import { emptyPriceBook } from '../purchase/quote/priceBook.ts';
import { createFixedScreening } from '../risk/fixedScreening.testing.ts';
import type { BoundOrder } from './bindOrder.ts';
import type { Limits } from './limits.ts';
import { createFormRecord, type FormRecord } from './record/formRecord.ts';
import type { HeadStore } from './record/headFile.ts';
import { createMemoryJournal, createMemoryTable } from './record/journal.testing.ts';
import type { ChainLink } from './record/rowChain.ts';
import type { RecordedForm } from './record/signedForms.ts';
import { createSerialRunner } from './serialRunner.ts';
import { createSigner, type SignerContext } from './signer.ts';
import { type Prices, priceOrder, type Worth } from './worth.ts';

const { catalog } = seededSettings();
const ether = requireCrypto(catalog, 'ETH');
/** The signer's prices in these tests, in euros for one coin. */
const EUROS = { ETH: '3413.79', POL: '0.20', BTC: '60000', USDC: '0.90' };
const VALUE_PERCENT = 120n;
export const { orderSeal } = deriveKeys(Buffer.from('a secret for these tests alone, long enough'));

export const NETWORK = 'eip155:1';
export const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
export const RECORD_KEY = Buffer.from('the key of a record for these tests');

/** A key that signs to JSON, as the fake chain does. */
export const testKey: TreasuryKey = {
  address: '0xTreasury',
  pay: async (unsigned, requests) => {
    const paymentText = requests.map(({ to, units }) => `${to} ${units}`).join();
    if (unsigned['pays'] !== paymentText) throw new Error('the signed bytes are not the payout that was asked for');
    return buildSignedPayout(unsigned);
  },
  cancel: async (unsigned) => {
    if (unsigned['pays'] !== '') throw new Error('the signed bytes are not a cancellation');
    return buildSignedPayout(unsigned);
  },
  listInputs: () => [],
  getClaims: ({ nonce, inputs }) => ({
    ...(typeof nonce === 'number' && { nonce }),
    held: Array.isArray(inputs) ? inputs.map(String) : [],
  }),
  worstFee: ({ fee }) => BigInt(fee as string),
  verifyOwnTransaction: async () => undefined,
};

/** A comparison for which the record is complete, for tests of the other rules. */
export const completeComparison: SignerContext['comparison'] = {
  findObstacle: () => undefined,
  uncompared: async () => ok([]),
  compare: async () => ok([]),
};

function buildSignedPayout(unsigned: UnsignedPayout) {
  const bytes = JSON.stringify(unsigned);
  return { bytes, transactionId: `tx-${bytes.length}-${bytes.replaceAll(/\W/g, '').slice(-40)}` };
}

/** Returns the unsigned payment of these orders, with a nonce or with inputs, for a fee. */
export function buildUnsignedPayout(
  payments: readonly OrderPayment[],
  claims: { readonly nonce: number } | { readonly inputs: readonly string[] },
  fee = 100n,
): UnsignedPayout {
  const pays = payments.map(({ request: { to, units } }) => `${to} ${units}`).join();
  return { kind: 'test', pays, fee: fee.toString(), ...claims };
}

/** Returns the prices of these tests, observed at a moment. */
export function createTestPrices(at: Date): Prices {
  const markets = Object.entries(EUROS).map(([base, euros]) => {
    return [`${base}/EUR`, { mid: parseDecimal(euros), trusted: true, observedAt: at }] as const;
  });
  return { book: { ...emptyPriceBook, markets: new Map(markets) }, at, catalog };
}

/** Returns the worth of an order by the product's own judgement, at the prices of these tests. */
export function priceTestOrder(bound: BoundOrder, at: Date): Outcome<Worth> {
  return priceOrder(createTestPrices(at), VALUE_PERCENT, bound);
}

/** Returns a record on a table in memory. */
export function createMemoryRecord(forms: RecordedForm[] = []) {
  let head: ChainLink | undefined;
  const headStore: HeadStore = {
    read: async () => head,
    save: async (next) => {
      head = next;
    },
  };
  const table = createMemoryTable(forms);
  return {
    forms,
    headStore,
    open: () => createFormRecord({ table, key: RECORD_KEY, headStore, ...createMemoryJournal() }),
  };
}

/** Creates a signer with paid orders, and dependencies that a test can change. */
export async function createSignerWorld(overrides: { readonly limits?: Partial<Limits> } = {}) {
  const orders = new Map<string, Order>();
  const money = new Map<string, Outcome<string, 'not_paid'>>();
  const worth = new Map<string, Worth>();
  const allowed = new Set<string>();
  const denied: string[] = [];
  const { forms, headStore, open } = createMemoryRecord();
  const record: FormRecord = await open();
  const clock = { now: new Date('2026-03-01T12:00:00Z') };
  const state = { stopped: undefined as string | undefined, feeCents: 1n as bigint | undefined, releases: 0 };
  const limits: Limits = {
    transactionCents: 1_000_000n,
    feeCents: 10_000n,
    hourCents: 2_000_000n,
    dayCents: 3_000_000n,
    dayUnits: new Map(),
    ...overrides.limits,
  };
  const context: SignerContext = {
    record,
    releases: { size: () => state.releases },
    runSerially: createSerialRunner(),
    comparison: completeComparison,
    keys: new Map([[NETWORK, testKey]]),
    orderSeal,
    screening: {
      isDenied: (address) => denied.includes(address),
      judge: (address, now) => createFixedScreening(denied).judge(address, now),
    },
    limits: () => limits,
    findOrders: async (orderNos) => orderNos.flatMap((orderNo) => orders.get(orderNo) ?? []),
    findForm: async (number) => {
      const form = forms[number - 1];
      if (!form) throw new Error(`there is no form ${number}`);
      return form;
    },
    verifyPayment: async ({ orderNo }) => money.get(orderNo) ?? ok(`card ${orderNo}`),
    catalog: () => catalog,
    priceOrder: (bound) => {
      const fixed = worth.get(bound.orderNo);
      return fixed ? ok(fixed) : priceTestOrder(bound, clock.now);
    },
    computeFeeCents: () => state.feeCents,
    renewPrices: async () => undefined,
    findStopReason: async () => state.stopped,
    findVouches: async (orderNo) =>
      new Map(VOUCHES.flatMap((kind) => (allowed.has(`${orderNo} ${kind}`) ? [[kind, `${orderNo}-${kind}`]] : []))),
    now: () => clock.now,
  };
  const signer = createSigner(context);

  /** Creates an order, sealed. */
  function makeOrder(orderNo: string, changes: Partial<Order> = {}): OrderPayment {
    const receive = createAmount(ether.asset, 29_000_000_000_000_000n);
    const coins = { receiveCurrency: 'ETH', network: ether.network.id, receive, address: ADDRESS };
    const promised = { ...exampleOrder, orderNo, ...coins, ...changes };
    const order = { ...promised, seal: computeOrderSeal(orderSeal, promised) };
    orders.set(orderNo, order);
    return buildPayment(order);
  }

  function buildPayment({ orderNo, receive, address }: Order): OrderPayment {
    const request: PayoutRequest = { ...receive, to: address };
    return { orderNo, request };
  }

  /** Clears and pays, as a worker does. */
  async function pay(
    payments: readonly [OrderPayment, ...OrderPayment[]],
    claims: Parameters<typeof buildUnsignedPayout>[1],
    fee?: bigint,
  ) {
    const cleared = await signer.clear(payments.map(({ orderNo }) => orderNo));
    const [reason] = cleared.kind === 'ok' ? [...cleared.value.values()] : [];
    if (reason) return { kind: 'refused', reason } as const;
    return signer.pay(NETWORK, buildUnsignedPayout(payments, claims, fee), payments);
  }

  return {
    signer,
    context,
    record,
    forms,
    headStore,
    open,
    orders,
    money,
    worth,
    allowed,
    denied,
    clock,
    state,
    makeOrder,
    paymentOf: buildPayment,
    pay,
  };
}
