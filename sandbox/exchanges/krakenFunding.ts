import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Books } from '../world/books.ts';
import type { World } from '../world/standIn.ts';
import { fromFixedPoint, hasAtMostDecimals, toFixedPoint } from './fixedPoint.ts';
import {
  addLedgerEntry,
  createKrakenId,
  type KrakenState,
  type KrakenWithdrawal,
  toEpochSeconds,
} from './krakenAccount.ts';
import type { CallParameters } from './krakenOrderCalls.ts';
import { createAnswer, createErrorAnswer, type KrakenAnswer } from './krakenPublicApi.ts';
import { krakenAssets } from './listings.ts';

/** Sends coins on a chain, a decimal amount; returns the transaction id. */
export type SendCoins = (payment: {
  readonly network: string;
  readonly symbol: string;
  readonly address: string;
  readonly amount: string;
}) => Promise<string>;

/** Used without local chains: returns only a random transaction id. */
export const simulateSend: SendCoins = async () => randomBytes(32).toString('hex');

type WithdrawMethod = {
  readonly asset: string;
  readonly method: string;
  readonly network: string;
  readonly minimum: string;
  readonly fee: string;
};

const ETHEREUM_TOKENS = ['USDC', 'USDT', 'DAI', 'LINK', 'UNI', 'AAVE', 'WBTC'];

/** Withdrawal methods of each asset, with names and sizes similar to Kraken's. */
const METHODS: readonly WithdrawMethod[] = [
  { asset: 'XXBT', method: 'Bitcoin', network: 'Bitcoin', minimum: '0.0005', fee: '0.00002' },
  { asset: 'XETH', method: 'Ether', network: 'Ethereum', minimum: '0.002', fee: '0.0005' },
  { asset: 'XETH', method: 'Ether (Base)', network: 'Base', minimum: '0.002', fee: '0.0001' },
  ...ETHEREUM_TOKENS.map((asset) => ({
    asset,
    method: `${asset} (ERC20)`,
    network: 'Ethereum',
    minimum: '0.0005',
    fee: '0.0001',
  })),
  { asset: 'USDC', method: 'USDC (Base)', network: 'Base', minimum: '5', fee: '1' },
  { asset: 'USDC', method: 'USDC (Polygon)', network: 'Polygon', minimum: '5', fee: '1' },
  { asset: 'POL', method: 'Polygon', network: 'Polygon', minimum: '2', fee: '0.1' },
];

/** Delay before a withdrawal is sent, by the sandbox's clock. */
const SENT_AFTER_SECONDS = 60;
const KRAKEN_DECIMALS = 10;

const addressSchema = z.strictObject({
  asset: z.string(),
  method: z.string(),
  address: z.string().min(20).max(128),
  key: z.string().min(1).max(64),
  verified: z.boolean().default(true),
});

const movementSchema = z.strictObject({
  type: z.enum(['deposit', 'withdrawal', 'staking']),
  asset: z.string(),
  amount: z.string().regex(/^-?\d+(\.\d+)?$/),
  fee: z
    .string()
    .regex(/^\d+(\.\d+)?$/)
    .default('0'),
});

/** Moves a coin from its spot balance to an earning one; a negative amount moves it back. */
const earnSchema = z.strictObject({
  asset: z.string(),
  earns: z.string().regex(/\.[A-Z]+$/),
  amount: z.string().regex(/^-?\d+(\.\d+)?$/),
});

/** Returns Kraken's calls for withdrawals, https://docs.kraken.com/api-reference/funding/withdraw-funds. */
export function createFundingCalls(books: Books<KrakenState>, world: World, send: SendCoins) {
  return {
    WithdrawMethods: ({ asset }: CallParameters): KrakenAnswer =>
      createAnswer(METHODS.filter((method) => isAssetNamed(method.asset, asset))),
    WithdrawAddresses: ({ asset }: CallParameters): KrakenAnswer =>
      createAnswer(books.state.addresses.filter((one) => isAssetNamed(one.asset, asset))),
    Withdraw: (parameters: CallParameters): Promise<KrakenAnswer> => withdraw(parameters, books, world),
    WithdrawStatus: async ({ asset, start = '0' }: CallParameters): Promise<KrakenAnswer> => {
      await sendDueWithdrawals(books, toEpochSeconds(world.clock.now()), send);
      const found = books.state.withdrawals.filter(
        (one) => isAssetNamed(one.asset, asset) && one.time >= Number(start),
      );
      return createAnswer(found.toReversed().map(formatWithdrawalEntry));
    },
  };
}

/** Adds a verified withdrawal address to each withdrawal method that has none and whose network has a wallet in `wallets`. */
export async function addTreasuryAddresses(
  books: Books<KrakenState>,
  wallets: Readonly<Record<string, string>>,
): Promise<void> {
  await books.commit((state) => {
    for (const { asset, method, network } of METHODS) {
      const address = wallets[network.toLowerCase()];
      const isKnown = state.addresses.some((one) => one.asset === asset && one.method === method);
      if (address === undefined || isKnown) continue;
      state.addresses.push({ asset, method, address, key: `treasury, ${method}`, verified: true });
    }
  });
}

/** Registers the actions of the account owner's pages as calls for programs. */
export function installKrakenOwnerRoutes(app: FastifyInstance, books: Books<KrakenState>, world: World): void {
  app.post('/api/withdraw-addresses', async (request) => {
    const address = addressSchema.parse(request.body);
    await books.commit((state) => state.addresses.push(address));
    return address;
  });
  app.post('/api/movements', async (request) => {
    const { type, ...line } = movementSchema.parse(request.body);
    return books.commit((state) => {
      const refid = createKrakenId(state, type === 'withdrawal' ? 'F' : 'Q');
      addLedgerEntry(state, { ...line, refid, type, time: toEpochSeconds(world.clock.now()) });
      return { refid };
    });
  });
  app.post('/api/earn', async (request) => {
    const { asset, earns, amount } = earnSchema.parse(request.body);
    return books.commit((state) => {
      const time = toEpochSeconds(world.clock.now());
      const subtype = earns.endsWith('.F') ? 'autoallocation' : 'allocation';
      const line = { refid: createKrakenId(state, 'E'), time, type: 'earn' as const, subtype, fee: '0' };
      const spotAmount = amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
      addLedgerEntry(state, { ...line, asset, amount: spotAmount });
      addLedgerEntry(state, { ...line, asset: earns, amount });
      return { refid: line.refid };
    });
  });
}

function isAssetNamed(id: string, name: string | undefined): boolean {
  return (
    name === undefined || krakenAssets.some((asset) => asset.id === id && (asset.id === name || asset.altname === name))
  );
}

async function withdraw(parameters: CallParameters, books: Books<KrakenState>, world: World): Promise<KrakenAnswer> {
  const { asset, key, address, amount = '' } = parameters;
  if (!/^\d+(\.\d{1,10})?$/.test(amount)) return createErrorAnswer('EFunding:Invalid amount');
  const booked = await books.commit((state) => {
    const target = state.addresses.find((one) => one.key === key && isAssetNamed(one.asset, asset));
    if (!target?.verified || (address !== undefined && address !== target.address))
      return 'EFunding:Unknown withdraw key';
    const method = METHODS.find((one) => one.asset === target.asset && one.method === target.method);
    if (!method) return 'EFunding:No funding method';
    const [gross, fee] = [toFixedPoint(amount), toFixedPoint(method.fee)];
    if (!hasAtMostDecimals(gross, 8)) return 'EFunding:Invalid amount';
    if (gross < toFixedPoint(method.minimum)) return 'EFunding:Below minimum';
    if (gross > toFixedPoint(state.balances[target.asset] ?? '0')) return 'EFunding:Insufficient funds';
    const net = fromFixedPoint(gross - fee, KRAKEN_DECIMALS);
    const withdrawal: KrakenWithdrawal = {
      refid: createKrakenId(state, 'F'),
      asset: target.asset,
      method: method.method,
      network: method.network,
      key: target.key,
      address: target.address,
      amount: net,
      fee: method.fee,
      time: Math.floor(toEpochSeconds(world.clock.now())),
      txid: null,
      status: 'Initial',
    };
    state.withdrawals.push(withdrawal);
    const { refid, time } = withdrawal;
    addLedgerEntry(state, { refid, time, type: 'withdrawal', asset: target.asset, amount: `-${net}`, fee: method.fee });
    return withdrawal;
  });
  return typeof booked === 'string' ? createErrorAnswer(booked) : createAnswer({ refid: booked.refid });
}

/** Sends each due withdrawal once, even for concurrent callers; a withdrawal that its chain refuses is due again. */
async function sendDueWithdrawals(books: Books<KrakenState>, now: number, send: SendCoins): Promise<void> {
  const due = await books.commit((state) => {
    const waiting = state.withdrawals.filter(
      ({ status, time }) => status === 'Initial' && time + SENT_AFTER_SECONDS <= now,
    );
    for (const withdrawal of waiting) withdrawal.status = 'Pending';
    return waiting.map(({ refid, network, asset, address, amount }) => ({ refid, network, asset, address, amount }));
  });
  for (const { refid, network, asset, address, amount } of due) {
    const txid = await send({ network: network.toLowerCase(), symbol: getSymbol(asset), address, amount }).catch(
      () => null,
    );
    await books.commit((state) => {
      const withdrawal = state.withdrawals.find((one) => one.refid === refid);
      if (withdrawal) Object.assign(withdrawal, txid === null ? { status: 'Initial' } : { status: 'Success', txid });
    });
  }
}

/** Returns the usual symbol: Kraken writes `XXBT` for BTC. */
function getSymbol(id: string): string {
  const altname = krakenAssets.find((asset) => asset.id === id)?.altname ?? id;
  return altname === 'XBT' ? 'BTC' : altname;
}

function formatWithdrawalEntry({ address, ...withdrawal }: KrakenWithdrawal): unknown {
  return { aclass: 'currency', info: address, ...withdrawal };
}
