import { readFileSync } from 'node:fs';
import { orderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import { expect, test } from 'vitest';
import { drawOrderMachine } from './drawOrderMachine.ts';

const read = (file: string) => readFileSync(new URL(`../../../../docs/${file}`, import.meta.url), 'utf8');
const drawing = read('drawings/order-life.svg');

test('the drawing of an order’s life has every state', () => {
  const drawn = [...drawing.matchAll(/data-state="(\w+)"/g)].map(([, state]) => state);
  expect(new Set(drawn)).toEqual(new Set(orderStatuses));
});

test('the drawing of an order’s life has only transitions of the machine', () => {
  const moves = [...drawing.matchAll(/data-from="(\w+)" data-to="(\w+)"/g)].map(([, from, to]) => `${from} --> ${to}:`);
  const machine = drawOrderMachine();
  expect(moves.length).toBeGreaterThan(20);
  expect(moves.filter((move) => !machine.includes(move))).toEqual([]);
});
