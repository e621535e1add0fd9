import { formatDecimal } from '@slipway/money/decimal.ts';
import { describe, expect, test } from 'vitest';
import type { KrakenLedgerLine } from './krakenAnswers.ts';
import { removeSpendableExtension } from './krakenAssets.ts';
import { readKrakenStatement, type StatementClient } from './krakenStatement.ts';
import { createNewestFirstList } from './newestFirstList.ts';

const SINCE = new Date('2026-11-20T00:00:00Z');

/** Opens an account that changes with each query, as a test defines. */
function openAccount(opening: Readonly<Record<string, string>>) {
  const balances: Record<string, string> = { ...opening };
  const lines: [string, KrakenLedgerLine][] = [];
  const calls: (() => void)[] = [];
  const runNextCall = () => calls.shift()?.();
  const ledger = createNewestFirstList<KrakenLedgerLine>(({ time }) => time);
  const client: StatementClient = {
    lines: (since) =>
      ledger.since(
        () => since,
        async (offset) => {
          runNextCall();
          return { items: lines.slice(offset, offset + 2), count: lines.length };
        },
      ),
    async closedSince() {
      return new Map();
    },
    async tradesSince() {
      runNextCall();
      const trades = lines.filter(([, { type }]) => type === 'trade');
      return new Map(trades.map(([, { refid }]) => [refid, { ordertxid: `O-${refid}` }]));
    },
    async balances() {
      runNextCall();
      return { ...balances };
    },
    findCode: async (asset) => removeSpendableExtension(asset),
  };
  return {
    client,
    move(asset: string, amount: number, line: Partial<KrakenLedgerLine> = {}) {
      balances[asset] = String(Number(balances[asset] ?? '0') + amount);
      lines.unshift([
        `L${lines.length}`,
        {
          refid: `T${lines.length}`,
          time: SINCE.getTime() / 1000 + lines.length,
          type: 'trade',
          subtype: '',
          asset,
          amount: String(amount),
          fee: '0',
          balance: balances[asset] ?? '',
          ...line,
        },
      ]);
    },
    /** Sets what happens right before each of the next calls. */
    before: (...happens: (() => void)[]) => void calls.push(...happens),
  };
}

const NOTHING = () => undefined;

async function readStatement(client: StatementClient) {
  const read = await readKrakenStatement(client, SINCE);
  if (read.kind !== 'ok') return read.kind;
  return {
    balances: Object.fromEntries(read.value.balances.map(({ currency, value }) => [currency, formatDecimal(value)])),
    lines: read.value.lines.map(({ lineId }) => lineId),
  };
}

test('returns the balances as of its newest line even if trades happen before the balances are read', async () => {
  const { client, move, before } = openAccount({ EUR: '1000', BTC: '0', USD: '7' });
  for (const amount of [-10, -20, -30]) move('EUR', amount);
  before(NOTHING, NOTHING, () => move('EUR', -5));
  expect(await readStatement(client)).toEqual({
    balances: { BTC: '0', EUR: '940', USD: '7' },
    lines: ['L2', 'L1', 'L0'],
  });
});

test('reads a list again if it grew while its pages were read', async () => {
  const { client, move, before } = openAccount({ EUR: '1000' });
  for (const amount of [-10, -20, -30]) move('EUR', amount);
  before(NOTHING, () => move('EUR', -5));
  expect(await readStatement(client)).toEqual({ balances: { EUR: '935' }, lines: ['L3', 'L2', 'L1', 'L0'] });
});

test('is pending if an asset has its first movement during the reading', async () => {
  const { client, move, before } = openAccount({ EUR: '1000', BTC: '0' });
  move('EUR', -10);
  before(NOTHING, () => move('BTC', 1));
  expect(await readStatement(client)).toBe('pending');
  expect(await readStatement(client)).toEqual({ balances: { BTC: '1', EUR: '990' }, lines: ['L1', 'L0'] });
});

test('returns balances and lines of one moment although the account changes with every call', async () => {
  const { client, move, before } = openAccount({ EUR: '1000' });
  for (const amount of [-1, -2, -3]) move('EUR', amount);
  before(...Array.from({ length: 40 }, () => () => move('EUR', -1)));
  const read = await readKrakenStatement(client, SINCE);
  if (read.kind !== 'ok') throw new Error(read.kind);
  const moved = read.value.lines.reduce((sum, { amount }) => sum + Number(formatDecimal(amount.value)), 0);
  expect(read.value.balances.map(({ value }) => formatDecimal(value))).toEqual([String(1000 + moved)]);
});

test('omits Auto Earn transfers, and lists coins that leave the spendable balance because they are locked', async () => {
  const { client, move } = openAccount({ BTC: '2', 'BTC.F': '0', 'BTC.B': '0', 'EUR.HOLD': '50', EUR: '3' });
  const buildEarnLine = (refid: string, subtype: string) => ({ refid, type: 'earn', subtype });
  move('BTC', -1.5, buildEarnLine('E1', 'autoallocation'));
  move('BTC.F', 1.5, buildEarnLine('E1', 'autoallocation'));
  move('BTC', -0.25, buildEarnLine('E2', 'allocation'));
  move('BTC.B', 0.25, buildEarnLine('E2', 'allocation'));
  move('BTC.F', 0.001, buildEarnLine('E3', 'reward'));
  const read = await readKrakenStatement(client, SINCE);
  if (read.kind !== 'ok') throw new Error(read.kind);
  const balances = read.value.balances.map(({ currency, value }) => `${currency} ${formatDecimal(value)}`);
  expect(balances.toSorted()).toEqual(['BTC 0.25', 'BTC 1.501', 'EUR 3']);
  expect(
    read.value.lines.map(({ lineId, amount }) => `${lineId} ${amount.currency} ${formatDecimal(amount.value)}`),
  ).toEqual(['L4 BTC 0.001', 'L2 BTC -0.25']);
});

describe('matches a transfer between two balances of a coin by amount', () => {
  const START = SINCE.getTime() / 1000;
  const buildEarnLine = (refid: string, time: number) => ({ refid, time: START + time, type: 'earn' });

  async function readLinesAfter(moves: readonly (readonly [string, number, Partial<KrakenLedgerLine>])[]) {
    const { client, move } = openAccount({ BTC: '2', 'BTC.F': '2' });
    for (const [asset, amount, line] of moves) move(asset, amount, line);
    const read = await readStatement(client);
    if (typeof read === 'string') throw new Error(read);
    return read.lines;
  }

  test.each([
    ['under two references', 'E1', 'E2'],
    ['under the reference that a reward has too', 'Unknown', 'Unknown'],
  ])('%s', async (_name, first, second) => {
    const lines = await readLinesAfter([
      ['BTC', -1.5, buildEarnLine(first, 1)],
      ['BTC.F', 1.5, buildEarnLine(second, 19)],
      ['BTC.F', 0.001, buildEarnLine('Unknown', 20)],
    ]);
    expect(lines).toEqual(['L2']);
  });

  test('that is nearest in time and of the same type, but not a deposit', async () => {
    const lines = await readLinesAfter([
      ['BTC', 1.5, { type: 'deposit', time: START + 1 }],
      ['BTC.F', -1.5, buildEarnLine('E1', 2)],
      ['BTC', 1.5, { type: 'transfer', time: START + 3 }],
      ['BTC', 1.5, buildEarnLine('E2', 4)],
      ['BTC', 1.5, buildEarnLine('E3', 30)],
    ]);
    expect(lines).toEqual(['L4', 'L2', 'L0']);
  });

  test('but not two lines that are more than a minute apart or belong to one balance', async () => {
    expect(
      await readLinesAfter([
        ['BTC', -1.5, buildEarnLine('E1', 1)],
        ['BTC.F', 1.5, buildEarnLine('E1', 62)],
      ]),
    ).toEqual(['L1', 'L0']);
    expect(
      await readLinesAfter([
        ['BTC', -1.5, buildEarnLine('E1', 1)],
        ['BTC', 1.5, buildEarnLine('E1', 2)],
      ]),
    ).toEqual(['L1', 'L0']);
  });
});

test('lists both lines of a returned withdrawal', async () => {
  const { client, move } = openAccount({ BTC: '2' });
  move('BTC', -0.5, { refid: 'F1', type: 'withdrawal' });
  move('BTC', 0.5, { refid: 'F1', type: 'withdrawal' });
  expect(await readStatement(client)).toEqual({ balances: { BTC: '2' }, lines: ['L1', 'L0'] });
});
