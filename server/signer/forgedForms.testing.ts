import { bech32 } from '@scure/base';
import { RawTx } from '@scure/btc-signer';
import { createAmount } from '@slipway/money/amount.ts';
import fc from 'fast-check';
import { decodeFunctionData, erc20Abi, type Hex, parseTransaction } from 'viem';
import type { PayoutRequest, UnsignedPayout } from '../providers/chain/chainPort.ts';
import type { Catalog, Crypto } from '../purchase/catalog/catalog.ts';
import type { Order } from '../purchase/order/order.ts';
import type { RecordedForm } from './record/signedForms.ts';
import { priceTestOrder } from './signerWorld.testing.ts';

export const ATTACKER = '0x52908400098527886E0F7030069857D2E4169EE7';
export const BITCOIN_ATTACKER = 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c';

/** Slightly less of each coin than 100 EUR buy at the prices of the tests. */
export const UNITS: Readonly<Record<string, bigint>> = {
  ETH: 28n * 10n ** 15n,
  ETH_BASE: 28n * 10n ** 15n,
  POL: 480n * 10n ** 18n,
  USDC: 100n * 10n ** 6n,
  USDC_BASE: 100n * 10n ** 6n,
  BTC: 160_000n,
};
/** Satoshis that 100 EUR buy: the cap of a fee. */
export const MOST_FEE = 166_667n;
/** Outputs of the paying address, with their true amounts. */
const OUTPUTS: readonly bigint[] = [400_000n, 90_000n, 50_000_000n, 170_000n, 1_000n, 300_000n];

type Outpoint = { readonly txid: string; readonly index: number; readonly units: string };

export const outpoints = OUTPUTS.map((units, index): Outpoint => {
  return { txid: `${index}b`.repeat(32), index, units: units.toString() };
});

/** The differences of a form from the honest one. */
export type ForgedForm = {
  readonly network: number;
  readonly nonce: number;
  readonly tip: number;
  readonly lie: 'none' | 'to attacker' | 'another asset' | 'other digits' | 'more' | 'nothing' | 'data';
  /** Indexes of the outputs that the form spends. */
  readonly spent: readonly number[];
  /** Added to the true amounts of the first inputs. */
  readonly lied: readonly number[];
  readonly fee: number;
};

export const forgedForm: fc.Arbitrary<ForgedForm> = fc.record({
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
/** Returns a signing request for some orders, on the network of the first one's asset unless the form sets another. */
export function composeForm(
  sold: readonly Crypto[],
  addressOn: (network: string) => string,
  kind: 'pay' | 'cancel',
  orders: readonly Order[],
  wanted: ForgedForm,
): { readonly network: string; readonly unsigned: UnsignedPayout; readonly payments: readonly ForgedPayment[] } {
  const payments = orders.map((order) => ({
    orderNo: order.orderNo,
    request: buildForgedRequest(sold, order, wanted),
  }));
  const own = sold.find(({ asset }) => asset.id === orders[0]?.receive.asset.id) ?? sold[0];
  const chains = sold.map(({ network }) => network.chain);
  // Mostly the network of its asset.
  const network = (wanted.network < 8 ? own?.network.chain : chains[wanted.network % chains.length]) ?? '';
  const requests = payments.map(({ request }) => request);
  const unsigned = network.startsWith('eip155:')
    ? buildEvmForm(network, requests, wanted)
    : buildBitcoinForm(addressOn(network), kind === 'pay' ? requests : [], wanted);
  return { network, unsigned, payments };
}

type ForgedPayment = { readonly orderNo: string; readonly request: PayoutRequest };

function buildForgedRequest(sold: readonly Crypto[], order: Order, { lie, network }: ForgedForm): PayoutRequest {
  const { asset, units } = order.receive;
  const plain = { asset, to: order.address, units };
  const other = sold[network % sold.length]?.asset ?? asset;
  if (lie === 'to attacker') return { ...plain, to: order.receiveCurrency === 'BTC' ? BITCOIN_ATTACKER : ATTACKER };
  if (lie === 'another asset') return { ...plain, asset: other };
  if (lie === 'other digits') return { ...plain, asset: { ...asset, decimals: 0 } };
  return lie === 'more' ? { ...plain, units: units * 3n } : plain;
}

function buildEvmForm(
  network: string,
  [request]: readonly PayoutRequest[],
  { nonce, tip, lie }: ForgedForm,
): UnsignedPayout {
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

function buildBitcoinForm(
  own: string,
  requests: readonly PayoutRequest[],
  { spent, lied, fee, lie }: ForgedForm,
): UnsignedPayout {
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

/** Payments of a form's bytes to other addresses, read without the product's code. */
export type Paid = { readonly to: string; readonly asset: string; readonly units: bigint };

export function readPayments(sold: readonly Crypto[], { network, bytes, payer }: RecordedForm): readonly Paid[] {
  if (!network.startsWith('eip155:'))
    return RawTx.decode(Buffer.from(bytes, 'hex')).outputs.flatMap(({ amount, script }) => {
      const to = bech32.encode('bc', [0, ...bech32.toWords(script.subarray(2))]);
      return to === payer ? [] : [{ to, asset: 'BTC', units: amount }];
    });
  const { to, value = 0n, data = '0x', chainId } = parseTransaction(bytes as Hex);
  if (`eip155:${chainId}` !== network) throw new Error(`a form of ${network} is signed for chain ${chainId}`);
  if (to?.toLowerCase() === payer.toLowerCase()) return [];
  const own = sold.filter((crypto) => crypto.network.chain === network);
  if (data === '0x') {
    const native = own.find(({ contract }) => contract === '');
    return [{ to: to ?? '', asset: native?.id ?? '', units: value }];
  }
  const { args } = decodeFunctionData({ abi: erc20Abi, data });
  const token = own.find(({ contract }) => contract.toLowerCase() === to?.toLowerCase());
  return [{ to: String(args?.[0]), asset: token?.id ?? '', units: args?.[1] as bigint }];
}

/** Returns the worth in cents of a euro, rounded up. */
export function computeWorthCents(catalog: Catalog, { asset, units }: Pick<Paid, 'asset' | 'units'>): bigint {
  const crypto = catalog.cryptos.get(asset);
  if (!crypto) throw new Error(`something that is not sold was paid: ${asset}`);
  const terms = {
    crypto,
    receive: createAmount(crypto.asset, units),
    pay: createAmount(catalog.payCurrencies.get('EUR')!.asset, 1n),
  };
  const worth = priceTestOrder({ ...terms, orderNo: '', address: '' }, new Date());
  if (worth.kind !== 'ok') throw new Error(worth.kind);
  return worth.value.sentCents;
}

/** Returns the real fees of transactions for which every input has a signature over its true amount, from any of the forms. */
export function computeBitcoinFees(forms: readonly RecordedForm[]): readonly bigint[] {
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
