import { describe, expect, test } from 'vitest';
import { encodeOutputScript } from './address.ts';
import { MOST_INPUTS, type SpendingTarget, selectCoins } from './coinSelection.ts';
import { computeDustLimit, computeFee, computeVirtualSize } from './transactionSize.ts';

const script = encodeOutputScript('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
const createTarget = (units: bigint): SpendingTarget => ({
  units,
  payeeScripts: [script],
  changeScript: script,
  feeRate: 10_000n,
});

let lastTransaction = 0;
function createOutput(units: bigint, confirmations = 1) {
  lastTransaction += 1;
  return { txid: lastTransaction.toString(16).padStart(64, '0'), index: 0, units, confirmations };
}

describe('the dust limit (docs/money.md, Payouts)', () => {
  test.each([
    ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2', 546n],
    ['3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 540n],
    ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 294n],
    ['bc1qwqdg6squsna38e46795at95yu9atm8azzmyvckulcc7kytlcckxswvvzej', 330n],
    ['bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0', 330n],
  ])('of %s is %s satoshi', (address, limit) => {
    expect(computeDustLimit(encodeOutputScript(address))).toBe(limit);
  });
});

describe('selectCoins', () => {
  test('spends the smallest confirmed output that is enough, and returns change', () => {
    const enough = createOutput(60_000n);
    const chosen = selectCoins(
      [createOutput(1_000_000n), enough, createOutput(10_000n), createOutput(55_000n, 0)],
      createTarget(50_000n),
    );
    const feeUnits = computeFee(computeVirtualSize(1, [script, script]), 10_000n);
    expect(chosen).toEqual({ inputs: [enough], feeUnits, changeUnits: 10_000n - feeUnits });
  });

  test('does not depend on the order of the outputs', () => {
    const outputs = [createOutput(30_000n), createOutput(20_000n), createOutput(30_000n), createOutput(20_000n)];
    const chosen = selectCoins(outputs, createTarget(70_000n));
    expect(selectCoins(outputs.toReversed(), createTarget(70_000n))).toEqual(chosen);
    expect(chosen?.inputs.map(({ units }) => units)).toEqual([30_000n, 30_000n, 20_000n]);
  });

  test('spends unconfirmed change only when nothing else is enough', () => {
    const waiting = createOutput(90_000n, 0);
    expect(selectCoins([waiting, createOutput(80_000n)], createTarget(50_000n))?.inputs).not.toContain(waiting);
    expect(selectCoins([waiting, createOutput(40_000n)], createTarget(50_000n))?.inputs).toEqual([waiting]);
  });

  test('spends a required output even if it is unconfirmed and other outputs are enough', () => {
    const required = createOutput(60_000n, 0);
    const target = { ...createTarget(50_000n), spends: new Set([required.txid]) };
    expect(selectCoins([createOutput(1_000_000n), required], target)?.inputs).toEqual([required]);
  });

  test('adds at most one output if the required ones already exceed the limit of inputs', () => {
    const required = Array.from({ length: MOST_INPUTS + 1 }, () => createOutput(3_000n));
    const others = [createOutput(20_000n), createOutput(20_000n), createOutput(20_000n)];
    const target = (units: bigint) => ({ ...createTarget(units), spends: new Set(required.map(({ txid }) => txid)) });
    expect(selectCoins([...required, ...others], target(50_000n))?.inputs).toHaveLength(required.length + 1);
    expect(selectCoins([...required, ...others], target(80_000n))).toBeUndefined();
  });

  test('spends the required outputs that are available, and others only if these are not enough', () => {
    const required = createOutput(60_000n);
    const others = [createOutput(55_000n), createOutput(1_000_000n)];
    const spends = new Set([required.txid]);
    const selectInputs = (units: bigint) =>
      selectCoins([...others, required], { ...createTarget(units), spends })?.inputs;
    expect(selectInputs(50_000n)).toEqual([required]);
    expect(selectInputs(100_000n)).toEqual([required, others[0]]);
    expect(selectInputs(1_100_000n)).toEqual([required, others[1], others[0]]);
    expect(selectCoins(others, { ...createTarget(50_000n), spends })?.inputs).toEqual([others[0]]);
  });

  test('leaves change below the dust limit to the miner', () => {
    const fee = computeFee(computeVirtualSize(1, [script]), 10_000n);
    const exact = selectCoins([createOutput(50_000n + fee)], createTarget(50_000n));
    expect(exact).toMatchObject({ changeUnits: 0n, feeUnits: fee });
    const withChange = computeFee(computeVirtualSize(1, [script, script]), 10_000n);
    expect(selectCoins([createOutput(50_000n + withChange + 293n)], createTarget(50_000n))?.changeUnits).toBe(0n);
    expect(selectCoins([createOutput(50_000n + withChange + 294n)], createTarget(50_000n))?.changeUnits).toBe(294n);
  });

  test('selects nothing when one satoshi is missing', () => {
    const fee = computeFee(computeVirtualSize(1, [script]), 10_000n);
    expect(selectCoins([createOutput(50_000n + fee - 1n)], createTarget(50_000n))).toBeUndefined();
  });

  test(`selects at most ${MOST_INPUTS} inputs, and nothing when they are not enough`, () => {
    const many = Array.from({ length: 40 }, () => createOutput(10_000n));
    expect(selectCoins(many, createTarget(180_000n))?.inputs).toHaveLength(20);
    expect(selectCoins(many, createTarget(190_000n))).toBeUndefined();
  });
});
