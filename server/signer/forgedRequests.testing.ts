import { bech32 } from '@scure/base';
import { RawTx } from '@scure/btc-signer';
import { amountOf } from '@slipway/money/amount.ts';
import fc from 'fast-check';
import { decodeFunctionData, erc20Abi, type Hex, parseTransaction } from 'viem';
import type { PayoutRequest, UnsignedPayout } from '../providers/chain/chainPort.ts';
import { ok, refused } from '../providers/outcome.ts';
import type { Crypto } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';
import { openKeyedWorld } from './keyedWorld.testing.ts';
import type { RecordedForm } from './signedForms.ts';
import { cancelQuestion, clearQuestion, payQuestion } from './signerWire.ts';
import { priceForTest } from './signerWorld.testing.ts';

const PAID_CENTS = 10_000n;
/** Above what was paid, by `SIGNER_VALUE_PERCENT` and the roundings of two amounts. */
const MOST_PERCENT = 120n;
const ATTACKER = '0x52908400098527886E0F7030069857D2E4169EE7';
const BITCOIN_ATTACKER = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';

/** What 100 EUR buy of each coin at the prices of the tests, somewhat less. */
const UNITS: Readonly<Record<string, bigint>> = {
  ETH: 28n * 10n ** 15n,
  ETH_BASE: 28n * 10n ** 15n,
  POL: 480n * 10n ** 18n,
  USDC: 100n * 10n ** 6n,
  USDC_BASE: 100n * 10n ** 6n,
  BTC: 160_000n,
};
/** Satoshis that 100 EUR buy: the cap of a fee. */
const MOST_FEE = 166_667n;
/** Outputs of the paying address, with the amounts that they really have. */
const OUTPUTS: readonly bigint[] = [400_000n, 90_000n, 50_000_000n, 170_000n, 1_000n, 300_000n];

type Outpoint = { readonly txid: string; readonly index: number; readonly units: string };

const outpoints = OUTPUTS.map((units, index): Outpoint => {
  return { txid: `${index}b`.repeat(32), index, units: units.toString() };
});

/** What an attacker sends, or writes into the tables with `SLIPWAY_SECRET` in their hands. */
type Act =
  | { readonly kind: 'clear'; readonly orders: readonly number[] }
  | { readonly kind: 'wait'; readonly seconds: number }
  | { readonly kind: 'restore'; readonly order: number }
  /** Two forms with the same outputs, each false about another input: their signatures fit one transaction. */
  | { readonly kind: 'join'; readonly order: number; readonly spent: readonly number[] }
  | { readonly kind: 'seal'; readonly order: number; readonly as: number; readonly columns: readonly Column[] }
  | { readonly kind: 'pay' | 'cancel'; readonly orders: readonly number[]; readonly form: Form };

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

type Form = {
  readonly network: number;
  readonly nonce: number;
  readonly tip: number;
  readonly lie: 'none' | 'to attacker' | 'another asset' | 'other digits' | 'more' | 'nothing' | 'data';
  readonly spent: readonly number[];
  readonly lied: readonly number[];
  readonly fee: number;
};

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
const form: fc.Arbitrary<Form> = fc.record({
  network: fc.nat({ max: 12 }),
  nonce: fc.nat({ max: 40 }),
  tip: fc.integer({ min: 1, max: 5 }),
  lie: fc.constantFrom(
    'none',
    'none',
    'none',
    'to attacker',
    'another asset',
    'other digits',
    'more',
    'nothing',
    'data',
  ),
  spent: fc.uniqueArray(fc.nat({ max: OUTPUTS.length - 1 }), { minLength: 1, maxLength: 4 }),
  lied: fc.array(fc.integer({ min: -60_000_000, max: 60_000_000 }), { maxLength: 2 }),
  fee: fc.constantFrom(500, 2_000, 200_000, 40_000_000),
});
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('clear' as const), orders: someOrders }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('join' as const),
      order: fc.constantFrom(5, 17, 23, 29),
      spent: fc.uniqueArray(fc.nat({ max: OUTPUTS.length - 1 }), { minLength: 2, maxLength: 2 }),
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
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('pay' as const), orders: someOrders, form }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), orders: someOrders, form }) },
);

type World = Awaited<ReturnType<typeof openKeyedWorld>> & { readonly sold: readonly Crypto[] };

/**
 * Sends generated requests to a signer with its real judgement, among orders that the attacker seals again as they like. Two
 * orders were never paid. Returns how many forms were signed; throws if they can take more than was paid.
 */
export async function sendForgedRequests(count: number, seed: number): Promise<number> {
  const world = await openWorld();
  for (const each of fc.sample(act, { numRuns: count, seed })) await doAct(world, each);
  assertBounded(world);
  return world.forms.length;
}

async function openWorld(): Promise<World> {
  const keyed = await openKeyedWorld({
    // The acquirer knows what it captured, whatever the order's row says now.
    seeMoney: async ({ orderNo, pay }) =>
      isPaid(orderNo) && pay.asset.code === 'EUR' && pay.units <= PAID_CENTS
        ? ok(`card ${orderNo}`)
        : refused('not_paid'),
  });
  const sold = Object.keys(UNITS).flatMap((id) => keyed.catalog.cryptos.get(id) ?? []);
  const world = { ...keyed, sold };
  for (let index = 0; index < ORDERS; index += 1) world.makeOrder(`O${index}`, honestOrder(world, index));
  return world;
}

function isPaid(orderNo: string): boolean {
  return orderNo !== 'O4' && orderNo !== 'O11';
}

function honestOrder({ sold }: World, index: number): Partial<Order> {
  const crypto = sold[index % sold.length];
  if (!crypto) throw new Error('nothing is sold');
  const isBitcoin = crypto.id === 'BTC';
  const address = isBitcoin
    ? bech32.encode('bc', [0, ...bech32.toWords(Buffer.alloc(20, index + 1))])
    : `0x${(index + 1).toString(16).padStart(2, '0').repeat(20)}`;
  const receive = amountOf(crypto.asset, UNITS[crypto.id] ?? 0n);
  return { receiveCurrency: crypto.id, network: crypto.network.id, receive, address };
}

async function doAct(world: World, each: Act): Promise<void> {
  if (each.kind === 'wait') world.clock.now = new Date(world.clock.now.getTime() + each.seconds * 1_000);
  else if (each.kind === 'seal') sealOther(world, each);
  else if (each.kind === 'restore') world.makeOrder(`O${each.order}`, honestOrder(world, each.order));
  else if (each.kind === 'join') await sendJoined(world, each);
  else if (each.kind === 'clear')
    await world.signer.clear(clearQuestion.parse({ orderNos: each.orders.map((index) => `O${index}`) }).orderNos);
  else await sendForm(world, each);
}

/** Writes columns of another order, or worse ones, into an order, and seals it. */
function sealOther(world: World, { order: index, as, columns }: Extract<Act, { kind: 'seal' }>): void {
  const [order, other] = [world.orders.get(`O${index}`), world.orders.get(`O${as}`)];
  if (!order || !other) return;
  const isBitcoin = order.receiveCurrency === 'BTC';
  const changes: Readonly<Record<Column, Partial<Order>>> = {
    receiveCurrency: { receiveCurrency: other.receiveCurrency },
    network: { network: other.network },
    receive: { receive: other.receive },
    address: { address: other.address },
    pay: { pay: amountOf(order.pay.asset, 1n) },
    digits: { receive: { ...order.receive, asset: { ...order.receive.asset, decimals: 6 } } },
    payDigits: { pay: { ...order.pay, asset: { ...order.pay.asset, decimals: 0 } } },
    toAttacker: { address: isBitcoin ? BITCOIN_ATTACKER : ATTACKER },
    double: { receive: amountOf(order.receive.asset, order.receive.units * 2n) },
  };
  const { seal: _, ...rest } = order;
  world.makeOrder(order.orderNo, Object.assign({}, rest, ...columns.map((column) => changes[column])));
}

async function sendJoined(world: World, { order: index, spent }: Extract<Act, { kind: 'join' }>): Promise<void> {
  world.makeOrder(`O${index}`, honestOrder(world, index));
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
    const told = inputs.map((input) => {
      return input === liar ? { ...input, units: (BigInt(input.units) - hidden).toString() } : input;
    });
    const unsigned = { kind: 'outputs', inputs: told, outputs, feeUnits: fee.toString() };
    const request = { ...order.receive, to: order.address };
    await world.signer.pay(network, unsigned, [{ orderNo: order.orderNo, request }]).catch(() => undefined);
  }
}

async function sendForm(world: World, { kind, orders, form: wanted }: Extract<Act, { kind: 'pay' | 'cancel' }>) {
  await world.signer.clear(orders.map((index) => `O${index}`));
  const found = orders.flatMap((index) => world.orders.get(`O${index}`) ?? []);
  const payments = found.map((order) => ({ orderNo: order.orderNo, request: forge(world, order, wanted) }));
  const own = world.sold.find(({ id }) => id === found[0]?.receiveCurrency) ?? world.sold[0];
  const chains = world.sold.map(({ network }) => network.chain);
  // Mostly the order's own network.
  const network = (wanted.network < 8 ? own?.network.chain : chains[wanted.network % chains.length]) ?? '';
  const requests = payments.map(({ request }) => request);
  const unsigned = network.startsWith('eip155:')
    ? evmForm(network, requests, wanted)
    : bitcoinForm(world.requireKey(network).address, kind === 'pay' ? requests : [], wanted);
  const plain = payments.map(({ orderNo, request }) => ({
    orderNo,
    request: { ...request, units: `${request.units}` },
  }));
  const isQuestion = kind === 'pay' ? payQuestion : cancelQuestion;
  const orderNos = payments.map(({ orderNo }) => orderNo);
  const asked = isQuestion.safeParse(
    kind === 'pay' ? { network, unsigned, payments: plain } : { network, unsigned, orderNos },
  );
  if (!asked.success) return;
  const answering =
    kind === 'pay'
      ? world.signer.pay(network, unsigned, payQuestion.parse({ network, unsigned, payments: plain }).payments)
      : world.signer.cancel(network, unsigned, orderNos);
  // A key that reads back something else than was asked for throws.
  await answering.catch(() => undefined);
}

function forge({ sold }: World, order: Order, { lie, network }: Form): PayoutRequest {
  const { asset, units } = order.receive;
  const plain = { asset, to: order.address, units };
  const other = sold[network % sold.length]?.asset ?? asset;
  if (lie === 'to attacker') return { ...plain, to: order.receiveCurrency === 'BTC' ? BITCOIN_ATTACKER : ATTACKER };
  if (lie === 'another asset') return { ...plain, asset: other };
  if (lie === 'other digits') return { ...plain, asset: { ...asset, decimals: 0 } };
  return lie === 'more' ? { ...plain, units: units * 3n } : plain;
}

function evmForm(network: string, [request]: readonly PayoutRequest[], { nonce, tip, lie }: Form): UnsignedPayout {
  const contract = request?.asset.id.split('/erc20:')[1];
  const to = request?.to ?? ATTACKER;
  const units = request?.units ?? 0n;
  const data = contract
    ? `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${units.toString(16).padStart(64, '0')}`
    : '0x';
  return {
    kind: 'account',
    chainId: Number(network.split(':')[1]),
    nonce,
    to: contract ?? to,
    value: contract || lie === 'nothing' ? '0' : units.toString(),
    data: lie === 'data' ? '0xdeadbeef' : data,
    gasLimit: contract ? '65000' : '21000',
    maxFeePerGas: `${tip}000000000`,
    maxPriorityFeePerGas: '1000000000',
  };
}

function bitcoinForm(own: string, requests: readonly PayoutRequest[], { spent, lied, fee, lie }: Form): UnsignedPayout {
  const inputs = spent.flatMap((index, at) => {
    const output = outpoints[index];
    const units = BigInt(output?.units ?? '0') + BigInt(lied[at] ?? 0);
    return output && units > 0n ? [{ ...output, units: units.toString() }] : [];
  });
  const paid = requests.map(({ to, units }) => ({ address: to, units: units.toString() }));
  const sum = inputs.reduce((total, { units }) => total + BigInt(units), 0n);
  const rest = sum - paid.reduce((total, { units }) => total + BigInt(units), 0n) - BigInt(fee);
  const change = rest > 0n ? [{ address: lie === 'nothing' ? BITCOIN_ATTACKER : own, units: rest.toString() }] : [];
  return { kind: 'outputs', inputs, outputs: [...paid, ...change], feeUnits: `${fee}` };
}

/** What a form's bytes pay to others, read without the product's code. */
type Paid = { readonly to: string; readonly asset: string; readonly units: bigint };

function readPaid(world: World, { network, bytes, payer }: RecordedForm): readonly Paid[] {
  if (!network.startsWith('eip155:'))
    return RawTx.decode(Buffer.from(bytes, 'hex')).outputs.flatMap(({ amount, script }) => {
      const to = bech32.encode('bc', [0, ...bech32.toWords(script.subarray(2))]);
      return to === payer ? [] : [{ to, asset: 'BTC', units: amount }];
    });
  const { to, value = 0n, data = '0x', chainId } = parseTransaction(bytes as Hex);
  if (`eip155:${chainId}` !== network) throw new Error(`a form of ${network} is signed for chain ${chainId}`);
  if (to?.toLowerCase() === payer.toLowerCase()) return [];
  const own = world.sold.filter((crypto) => crypto.network.chain === network);
  if (data === '0x') {
    const native = own.find(({ contract }) => contract === '');
    return [{ to: to ?? '', asset: native?.id ?? '', units: value }];
  }
  const { args } = decodeFunctionData({ abi: erc20Abi, data });
  const token = own.find(({ contract }) => contract.toLowerCase() === to?.toLowerCase());
  return [{ to: String(args?.[0]), asset: token?.id ?? '', units: args?.[1] as bigint }];
}

/** Throws if what was signed can take more than was paid, in coins or in fees. */
function assertBounded(world: World): void {
  const payments = world.forms.filter(({ purpose }) => purpose === 'payment');
  // Forms with the same claims exclude each other on the chain.
  const groups = Map.groupBy(payments, ({ claims }) => claims.join());
  const spentFor = new Map<string, bigint>();
  for (const group of groups.values()) {
    const cents = group.map((each) => readPaid(world, each).reduce((sum, paid) => sum + worthCents(world, paid), 0n));
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
  for (const fee of bitcoinFees(world.forms)) if (fee > MOST_FEE) throw new Error(`a fee of ${fee} satoshis`);
}

function worthCents(world: World, { asset, units }: Paid): bigint {
  const crypto = world.catalog.cryptos.get(asset);
  if (!crypto) throw new Error(`something that is not sold was paid: ${asset}`);
  const terms = {
    crypto,
    receive: amountOf(crypto.asset, units),
    pay: amountOf(world.catalog.payCurrencies.get('EUR')!.asset, 1n),
  };
  const worth = priceForTest({ ...terms, orderNo: '', address: '' }, world.clock.now);
  if (worth.kind !== 'ok') throw new Error(worth.kind);
  return worth.value.sentCents;
}

/** Real fees of transactions for which every input has a signature over its true amount, in whatever form it was made. */
function bitcoinFees(forms: readonly RecordedForm[]): readonly bigint[] {
  const own = forms.filter(({ network }) => network.startsWith('bip122:'));
  const alike = Map.groupBy(own, ({ bytes }) => {
    const { inputs, outputs } = RawTx.decode(Buffer.from(bytes, 'hex'));
    const spent = inputs.map(({ txid, index }) => `${Buffer.from(txid).toString('hex')}:${index}`);
    return JSON.stringify([
      spent,
      outputs.map(({ amount, script }) => [`${amount}`, Buffer.from(script).toString('hex')]),
    ]);
  });
  return [...alike.values()].flatMap((group) => {
    const all = group.flatMap(({ unsigned }) => unsigned['inputs'] as unknown as readonly Outpoint[]);
    const first = (group[0]?.unsigned['inputs'] ?? []) as unknown as readonly Outpoint[];
    const truths = first.map(({ txid, index }) => outpoints.find((each) => each.txid === txid && each.index === index));
    const isValid = truths.every(
      (truth) => truth && all.some((input) => input.txid === truth.txid && input.units === truth.units),
    );
    if (!isValid) return [];
    const sum = truths.reduce((total, truth) => total + BigInt(truth?.units ?? '0'), 0n);
    const { outputs } = RawTx.decode(Buffer.from(group[0]?.bytes ?? '', 'hex'));
    return [sum - outputs.reduce((total, { amount }) => total + amount, 0n)];
  });
}
