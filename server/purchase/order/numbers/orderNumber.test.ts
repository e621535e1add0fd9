import { orderNumber } from '@slipway/contract/entities/scalars.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOrderNumber, findOtherCellOrigin } from './orderNumber.ts';

const origins = new Map([
  ['E', 'https://eu.pay.example'],
  ['U', 'https://us.pay.example'],
]);
const cellE = { own: 'E', origins };
const cellU = { own: 'U', origins };
const repeat = (count: number, make: () => string) => Array.from({ length: count }, make);

test('creates numbers that name no cell in an installation without cells', () => {
  for (const number of repeat(500, () => createOrderNumber(undefined))) {
    expect(number).toMatch(/^[2-9A-HJ-NP-Z]{20}$/);
    expect(findOtherCellOrigin(cellE, number)).toBeUndefined();
  }
});

test('creates unique numbers that begin with the cell’s letter, and finds that cell’s origin from another cell', () => {
  for (const number of repeat(500, () => createOrderNumber(cellE))) {
    expect(orderNumber.parse(number)).toBe(number);
    expect(number).toMatch(/^E-[2-9A-HJ-NP-Z]{20}$/);
    expect(findOtherCellOrigin(cellU, number)).toBe('https://eu.pay.example');
    expect(findOtherCellOrigin(cellE, number)).toBeUndefined();
  }
  const numbers = [cellE, cellU].flatMap((cell) => repeat(2_000, () => createOrderNumber(cell)));
  expect(new Set(numbers).size).toBe(4_000);
});

test('finds no cell for any other input', () => {
  const number = createOrderNumber(cellE);
  for (const other of [
    number.toLowerCase(),
    ` ${number}`,
    `${number}\n`,
    `${number}\r\nset-cookie: a=b`,
    `${number}A`,
    number.slice(0, -1),
    number.replace('-', ''),
    number.replace('E-', 'A-'),
    `https://evil.example/${number}`,
    [number],
    { toString: () => number },
    7,
    null,
    undefined,
  ])
    expect(findOtherCellOrigin(cellU, other)).toBeUndefined();
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(findOtherCellOrigin(cellU, text)).toBeUndefined();
      expect(findOtherCellOrigin(cellU, `E-${text}`) === undefined).toBe(!/^[2-9A-HJ-NP-Z]{20}$/.test(text));
    }),
  );
});
