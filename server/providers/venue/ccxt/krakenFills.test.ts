import { formatDecimal } from '@slipway/money/decimal.ts';
import { expect, test } from 'vitest';
import type { KrakenLedgerLine, KrakenOrder } from './krakenAnswers.ts';
import { removeSpendableExtension } from './krakenAssets.ts';
import { readFills } from './krakenFills.ts';

const MARKET = { base: 'BTC', quote: 'EUR' };
const CODES: Readonly<Record<string, string>> = { XXBT: 'BTC', ZEUR: 'EUR', KFEE: 'KFEE' };

type Line = readonly [refid: string, asset: string, amount: string, fee: string];

/** An account with these lines, and the queries that it received. */
function createAccount(lines: readonly Line[]) {
  const calls: string[] = [];
  const entries = lines.map(([refid, asset, amount, fee], index) => {
    const line: KrakenLedgerLine = { refid, asset, amount, fee, time: 1, type: 'trade', subtype: '', balance: '0' };
    return [`L${index}`, line] as const;
  });
  const client: Parameters<typeof readFills>[0] = {
    async linesOfOrder() {
      calls.push('lines');
      return new Map(entries);
    },
    findCode: async (asset) => CODES[asset] ?? removeSpendableExtension(asset),
  };
  return { client, calls };
}

const buildOrder = (filled: Pick<KrakenOrder, 'vol_exec' | 'cost' | 'trades'>): KrakenOrder => ({
  status: 'closed',
  opentm: 1_000,
  closetm: 1_001,
  ...filled,
});

async function summarizeFills(lines: readonly Line[], filled: Parameters<typeof buildOrder>[0]) {
  const fills = await readFills(createAccount(lines).client, MARKET, buildOrder(filled), 'finish');
  return (
    fills && {
      filled: formatDecimal(fills.filledBase),
      cost: formatDecimal(fills.cost),
      fees: fills.fees.map(({ currency, amount }) => `${formatDecimal(amount)} ${currency}`),
    }
  );
}

const ONE = { vol_exec: '0.01000000', cost: '600.00000', trades: ['T1'] };
const WHOLE = { filled: '0.0100000000', cost: '600.0000' };

test.each<[string, Line[], string[]]>([
  [
    'in the base',
    [
      ['T1', 'ZEUR', '-600.0000', '0.0000'],
      ['T1', 'XXBT', '0.0100000000', '0.0000400000'],
    ],
    ['0.0000400000 BTC'],
  ],
  [
    'in the quote, although requested in the base',
    [
      ['T1', 'XXBT', '0.0100000000', '0'],
      ['T1', 'ZEUR', '-600.0000', '2.4000'],
    ],
    ['2.4000 EUR'],
  ],
  [
    'in credits',
    [
      ['T1', 'XXBT', '0.0100000000', '0'],
      ['T1', 'ZEUR', '-600.0000', '0'],
      ['T1', 'KFEE', '0.00', '259.20'],
    ],
    ['259.20 KFEE'],
  ],
  [
    'no fee',
    [
      ['T1', 'XXBT', '0.0100000000', '0'],
      ['T1', 'ZEUR', '-600.0000', '0'],
    ],
    [],
  ],
])('reads a fee from the ledger: %s', async (_, lines, fees) => {
  expect(await summarizeFills(lines, ONE)).toEqual({ ...WHOLE, fees });
});

test('adds up several trades between the lines of other orders', async () => {
  const trades = Array.from({ length: 60 }, (_, count) => `T${count}`);
  const lines = trades.flatMap((trade): Line[] => [
    [trade, 'ZEUR', '-6.0001', '0.0000'],
    [trade, 'XXBT', '0.0001000000', '0.0000004000'],
    [`X${trade}`, 'ZEUR', '-1000.0000', '0.0000'],
  ]);
  expect(await summarizeFills(lines, { vol_exec: '0.00600000', cost: '360.00420', trades })).toEqual({
    filled: '0.0060000000',
    // As booked trade by trade, and not as the order rounds it.
    cost: '360.0060',
    fees: ['0.0000240000 BTC'],
  });
});

test.each<[string, Line[]]>([
  ['all lines', []],
  [
    'the line of the base',
    [
      ['T1', 'ZEUR', '-600.0000', '0'],
      ['T2', 'ZEUR', '-600.0000', '0'],
      ['T2', 'XXBT', '0.0100000000', '0.00004'],
    ],
  ],
  [
    'a trade',
    [
      ['T1', 'ZEUR', '-600.0000', '0'],
      ['T1', 'XXBT', '0.0100000000', '0.00004'],
    ],
  ],
])('returns undefined while the ledger lacks %s', async (_, lines) => {
  expect(
    await summarizeFills(lines, { vol_exec: '0.02000000', cost: '1200.00000', trades: ['T1', 'T2'] }),
  ).toBeUndefined();
});

test('reads no ledger for an unfilled order', async () => {
  const { client, calls } = createAccount([]);
  const fills = await readFills(
    client,
    MARKET,
    buildOrder({ vol_exec: '0.00000000', cost: '0.00000', trades: [] }),
    'finish',
  );
  expect(fills?.fees).toEqual([]);
  expect(calls).toEqual([]);
});

test('reads a trade paid from two balances, each rounded', async () => {
  const lines: Line[] = [
    ['T1', 'XXBT', '0.0100000000', '0'],
    ['T1', 'ZEUR', '-300.0000', '0'],
    ['T1', 'EUR.F', '-300.0000', '0'],
  ];
  expect(await summarizeFills(lines, { ...ONE, cost: '600.00019' })).toMatchObject(WHOLE);
  expect(await summarizeFills(lines.slice(0, 2), { ...ONE, cost: '600.00019' })).toBeUndefined();
});
