import { describe, expect, test } from 'vitest';
import { encodeOutputScript } from './address.ts';
import { MOST_INPUTS, type SpendingTarget, selectCoins } from './coinSelection.ts';
import { computeDustLimit, computeFee, computeVirtualSize } from './transactionSize.ts';

const script = encodeOutputScript('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
const spending = (units: bigint): SpendingTarget => ({
  units,
  payeeScripts: [script],
  changeScript: script,
  feeRate: 10_000n,
});

let lastTransaction = 0;
function output(units: bigint, confirmations = 1) {
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
    const enough = output(60_000n);
    const chosen = selectCoins([output(1_000_000n), enough, output(10_000n), output(55_000n, 0)], spending(50_000n));
    const feeUnits = computeFee(computeVirtualSize(1, [script, script]), 10_000n);
    expect(chosen).toEqual({ inputs: [enough], feeUnits, changeUnits: 10_000n - feeUnits });
  });

  test('does not depend on the order of the outputs', () => {
    const outputs = [output(30_000n), output(20_000n), output(30_000n), output(20_000n)];
    const chosen = selectCoins(outputs, spending(70_000n));
    expect(selectCoins(outputs.toReversed(), spending(70_000n))).toEqual(chosen);
    expect(chosen?.inputs.map(({ units }) => units)).toEqual([30_000n, 30_000n, 20_000n]);
  });

  test('spends unconfirmed change only when nothing else is enough', () => {
    const waiting = output(90_000n, 0);
    expect(selectCoins([waiting, output(80_000n)], spending(50_000n))?.inputs).not.toContain(waiting);
    expect(selectCoins([waiting, output(40_000n)], spending(50_000n))?.inputs).toEqual([waiting]);
  });

  test('spends all required outputs, and no others when they are enough', () => {
    const required = output(60_000n);
    const others = [output(55_000n), output(1_000_000n)];
    const spends = new Set([required.txid]);
    const inputsFor = (units: bigint) => selectCoins([...others, required], { ...spending(units), spends })?.inputs;
    expect(inputsFor(50_000n)).toEqual([required]);
    expect(inputsFor(100_000n)).toEqual([required, others[0]]);
    expect(inputsFor(1_100_000n)).toEqual([required, others[1], others[0]]);
    expect(selectCoins(others, { ...spending(50_000n), spends })?.inputs).toEqual([others[0]]);
  });

  test('leaves change below the dust limit to the miner', () => {
    const fee = computeFee(computeVirtualSize(1, [script]), 10_000n);
    const exact = selectCoins([output(50_000n + fee)], spending(50_000n));
    expect(exact).toMatchObject({ changeUnits: 0n, feeUnits: fee });
    const withChange = computeFee(computeVirtualSize(1, [script, script]), 10_000n);
    expect(selectCoins([output(50_000n + withChange + 293n)], spending(50_000n))?.changeUnits).toBe(0n);
    expect(selectCoins([output(50_000n + withChange + 294n)], spending(50_000n))?.changeUnits).toBe(294n);
  });

  test('selects nothing when one satoshi is missing', () => {
    const fee = computeFee(computeVirtualSize(1, [script]), 10_000n);
    expect(selectCoins([output(50_000n + fee - 1n)], spending(50_000n))).toBeUndefined();
  });

  test(`selects at most ${MOST_INPUTS} inputs`, () => {
    const many = Array.from({ length: 40 }, () => output(10_000n));
    expect(selectCoins(many, spending(180_000n))?.inputs).toHaveLength(20);
    expect(selectCoins(many, spending(190_000n))).toBeUndefined();
  });
});
