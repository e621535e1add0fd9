import { bech32 } from '@scure/base';
import { createAmount } from '@slipway/money/amount.ts';
import fc from 'fast-check';
import { ok, refused } from '../providers/outcome.ts';
import type { Crypto } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';
import {
  ATTACKER,
  BITCOIN_ATTACKER,
  composeForm,
  computeBitcoinFees,
  computeWorthCents,
  type ForgedForm,
  forgedForm,
  MOST_FEE,
  outpoints,
  readPayments,
  UNITS,
} from './forgedForms.testing.ts';
import { openKeyedWorld } from './keyedWorld.testing.ts';
import { cancelQuestion, clearQuestion, payQuestion } from './socket/signerWire.ts';

const PAID_CENTS = 10_000n;
/** The most that may leave, in percent of the payment: `SIGNER_VALUE_PERCENT` and the rounding of two amounts. */
const MOST_PERCENT = 120n;

/** A request of an attacker, a write into the tables with a known `SLIPWAY_SECRET`, or the passing of time. */
type Act =
  | { readonly kind: 'clear'; readonly orders: readonly number[] }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'restore'; readonly order: number }
  /** Two forms with the same outputs, each with a false amount for a different input. Their signatures fit one transaction. */
  | { readonly kind: 'join'; readonly order: number; readonly spent: readonly number[] }
  | { readonly kind: 'seal'; readonly order: number; readonly as: number; readonly columns: readonly Column[] }
  | { readonly kind: 'pay' | 'cancel'; readonly orders: readonly number[]; readonly form: ForgedForm };

type Column =
  | 'receiveCurrency'
  | 'network'
  | 'receive'
  | 'address'
  | 'pay'
  | 'digits'
  | 'payDigits'
  | 'toAttacker'
  | 'double';

const ORDERS = 30;
const COLUMNS: readonly Column[] = [
  'receiveCurrency',
  'network',
  'receive',
  'address',
  'pay',
  'digits',
  'payDigits',
  'toAttacker',
  'double',
];

const someOrders = fc.oneof(
  { weight: 4, arbitrary: fc.nat({ max: ORDERS - 1 }).map((index) => [index]) },
  { weight: 1, arbitrary: fc.uniqueArray(fc.nat({ max: ORDERS - 1 }), { minLength: 2, maxLength: 3 }) },
);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), orders: someOrders }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      order: fc.constantFrom(5, 17, 23, 29),
      spent: fc.uniqueArray(fc.nat({ max: outpoints.length - 1 }), { minLength: 2, maxLength: 2 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), order: fc.nat({ max: ORDERS - 1 }) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('seal' as const),
      order: fc.nat({ max: ORDERS - 1 }),
      as: fc.nat({ max: ORDERS - 1 }),
      columns: fc.subarray([...COLUMNS], { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('pay' as const), orders: someOrders, form: forgedForm }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), orders: someOrders, form: forgedForm }) },
);

type World = Awaited<ReturnType<typeof openKeyedWorld>> & { readonly sold: readonly Crypto[] };

/**
 * Sends generated requests to a signer with its real judgement, about orders that the attacker can seal again. Two orders were
 * never paid. Returns how many forms were signed; throws if they can take more than was paid.
 */
export async function sendForgedRequests(count: number, seed: number): Promise<number> {
  const world = await openWorld();
  for (const each of fc.sample(act, { numRuns: count, seed })) await performAct(world, each);
  assertBounded(world);
  return world.forms.length;
}

async function openWorld(): Promise<World> {
  const keyed = await openKeyedWorld({
    // The acquirer knows what it captured, even if the order's row was changed.
    verifyPayment: async ({ orderNo, pay }) =>
      isPaid(orderNo) && pay.asset.code === 'EUR' && pay.units <= PAID_CENTS
        ? ok(`card ${orderNo}`)
        : refused('not_paid'),
  });
  const sold = Object.keys(UNITS).flatMap((id) => keyed.catalog.cryptos.get(id) ?? []);
  const world = { ...keyed, sold };
  for (let index = 0; index < ORDERS; index += 1) world.makeOrder(`O${index}`, buildHonestOrder(world, index));
  return world;
}

function isPaid(orderNo: string): boolean {
  return orderNo !== 'O4' && orderNo !== 'O11';
}

function buildHonestOrder({ sold }: World, index: number): Partial<Order> {
  const crypto = sold[index % sold.length];
  if (!crypto) throw new Error('nothing is sold');
  const isBitcoin = crypto.id === 'BTC';
  const address = isBitcoin
    ? bech32.encode('bc', [0, ...bech32.toWords(Buffer.alloc(20, index + 1))])
    : `0x${(index + 1).toString(16).padStart(2, '0').repeat(20)}`;
  const receive = createAmount(crypto.asset, UNITS[crypto.id] ?? 0n);
  return { receiveCurrency: crypto.id, network: crypto.network.id, receive, address };
}

async function performAct(world: World, each: Act): Promise<void> {
  if (each.kind === 'wait') world.clock.now = new Date(world.clock.now.getTime() + each.seconds * 1_000);
  else if (each.kind === 'seal') sealAlteredOrder(world, each);
  else if (each.kind === 'restore') world.makeOrder(`O${each.order}`, buildHonestOrder(world, each.order));
  else if (each.kind === 'join') await sendJoined(world, each);
  else if (each.kind === 'clear')
    await world.signer.clear(clearQuestion.parse({ orderNos: each.orders.map((index) => `O${index}`) }).orderNos);
  else await sendForm(world, each);
}

/** Writes columns of another order, or worse ones, into an order, and seals it. */
function sealAlteredOrder(world: World, { order: index, as, columns }: Extract<Act, { kind: 'seal' }>): void {
  const [order, other] = [world.orders.get(`O${index}`), world.orders.get(`O${as}`)];
  if (!order || !other) return;
  const isBitcoin = order.receiveCurrency === 'BTC';
  const changes: Readonly<Record<Column, Partial<Order>>> = {
    receiveCurrency: { receiveCurrency: other.receiveCurrency },
    network: { network: other.network },
    receive: { receive: other.receive },
    address: { address: other.address },
    pay: { pay: createAmount(order.pay.asset, 1n) },
    digits: { receive: { ...order.receive, asset: { ...order.receive.asset, decimals: 6 } } },
    payDigits: { pay: { ...order.pay, asset: { ...order.pay.asset, decimals: 0 } } },
    toAttacker: { address: isBitcoin ? BITCOIN_ATTACKER : ATTACKER },
    double: { receive: createAmount(order.receive.asset, order.receive.units * 2n) },
  };
  const { seal: _, ...rest } = order;
  world.makeOrder(order.orderNo, Object.assign({}, rest, ...columns.map((column) => changes[column])));
}

async function sendJoined(world: World, { order: index, spent }: Extract<Act, { kind: 'join' }>): Promise<void> {
  world.makeOrder(`O${index}`, buildHonestOrder(world, index));
  const order = world.orders.get(`O${index}`);
  const inputs = spent.flatMap((at) => outpoints[at] ?? []);
  const hidden = inputs.map(({ units }) => BigInt(units)).reduce((a, b) => (a < b ? a : b)) - 1n;
  const fee = 2_000n;
  const network = world.sold.find(({ id }) => id === 'BTC')?.network.chain ?? '';
  const sum = inputs.reduce((total, { units }) => total + BigInt(units), 0n) - hidden;
  const rest = order ? sum - order.receive.units - fee : 0n;
  if (!order || rest <= 0n) return;
  const outputs = [
    { address: order.address, units: order.receive.units.toString() },
    { address: world.requireKey(network).address, units: rest.toString() },
  ];
  await world.signer.clear([order.orderNo]);
  for (const liar of inputs) {
    const alteredInputs = inputs.map((input) => {
      return input === liar ? { ...input, units: (BigInt(input.units) - hidden).toString() } : input;
    });
    const unsigned = { kind: 'outputs', inputs: alteredInputs, outputs, feeUnits: fee.toString() };
    const request = { ...order.receive, to: order.address };
    await world.signer.pay(network, unsigned, [{ orderNo: order.orderNo, request }]).catch(() => undefined);
  }
}

async function sendForm(world: World, { kind, orders, form: wanted }: Extract<Act, { kind: 'pay' | 'cancel' }>) {
  await world.signer.clear(orders.map((index) => `O${index}`));
  const found = orders.flatMap((index) => world.orders.get(`O${index}`) ?? []);
  const addressOn = (chain: string) => world.requireKey(chain).address;
  const { network, unsigned, payments } = composeForm(world.sold, addressOn, kind, found, wanted);
  const plain = payments.map(({ orderNo, request }) => ({
    orderNo,
    request: { ...request, units: `${request.units}` },
  }));
  const question = kind === 'pay' ? payQuestion : cancelQuestion;
  const orderNos = payments.map(({ orderNo }) => orderNo);
  const parsed = question.safeParse(
    kind === 'pay' ? { network, unsigned, payments: plain } : { network, unsigned, orderNos },
  );
  if (!parsed.success) return;
  const answering =
    kind === 'pay'
      ? world.signer.pay(network, unsigned, payQuestion.parse({ network, unsigned, payments: plain }).payments)
      : world.signer.cancel(network, unsigned, orderNos);
  // A key throws if it reads back a different payment than requested.
  await answering.catch(() => undefined);
}

/** Throws if the signed forms can take more than was paid, in coins or in fees. */
function assertBounded(world: World): void {
  const payments = world.forms.filter(({ purpose }) => purpose === 'payment');
  // Forms with the same claims exclude each other on the chain.
  const groups = Map.groupBy(payments, ({ claims }) => claims.join());
  const spentFor = new Map<string, bigint>();
  for (const group of groups.values()) {
    const cents = group.map((each) =>
      readPayments(world.sold, each).reduce((sum, paid) => sum + computeWorthCents(world.catalog, paid), 0n),
    );
    const most = cents.reduce((a, b) => (a > b ? a : b), 0n);
    const orderNos = group[0]?.orderNos ?? [];
    for (const orderNo of orderNos) {
      if (!isPaid(orderNo)) throw new Error(`${orderNo} was never paid, and coins were signed for it`);
      if (spentFor.has(orderNo)) throw new Error(`${orderNo} was paid twice`);
      spentFor.set(orderNo, most);
    }
    const allowed = (PAID_CENTS * BigInt(orderNos.length) * MOST_PERCENT) / 100n;
    if (most > allowed) throw new Error(`${orderNos.join()}: ${most} cents leave for ${allowed}`);
  }
  for (const fee of computeBitcoinFees(world.forms)) if (fee > MOST_FEE) throw new Error(`a fee of ${fee} satoshis`);
}
