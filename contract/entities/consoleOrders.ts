import { z } from 'zod';
import { euroSum, figure, sum } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';
import { disputeStatus, orderException, orderStatus } from './order.ts';
import { payMethod } from './scalars.ts';

const word = z.string().min(1).max(100);
const some = <Item extends z.ZodType>(item: Item) => z.array(item).max(40).default([]);

/** Which orders are meant. What is left out says nothing; several of a kind are any of them. */
export const orderFilter = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe(
      'Whatever the order may be known by: number or its beginning, mail, address, transaction, reference, amount',
    ),
  status: some(orderStatus),
  exception: some(orderException),
  dispute: some(disputeStatus),
  method: some(payMethod),
  country: some(z.string().regex(/^[A-Z]{2}$/)),
  asset: some(word).describe('The crypto, by its id in the catalog'),
  partner: some(word),
  euroFrom: figure.optional().describe('Worth in EUR at the order’s own rate, at least'),
  euroTo: figure.optional(),
  madeFrom: z.iso.datetime().optional(),
  madeTo: z.iso.datetime().optional().describe('Before this moment'),
});

export const orderSorts = ['newest', 'longest_waiting'] as const;

/** An order as a row of the list. */
export const listedOrder = z
  .object({
    orderNo: z.string(),
    madeAt: z.iso.datetime(),
    status: orderStatus,
    heldFrom: orderStatus.nullable(),
    exception: orderException,
    dispute: disputeStatus,
    since: z.iso.datetime().describe('When it came to its status'),
    until: z.iso.datetime().nullable().describe('The time limit of its status'),
    pays: sum,
    receives: sum,
    network: z.string(),
    buyer: z.string().describe('Their mail, masked; empty for a guest'),
    country: z.string(),
    method: payMethod,
    partner: z.string(),
    left: z.array(sum).describe('By the ledger, what is ours of it, in each asset; empty before anything was booked'),
    netRevenue: euroSum.nullable().describe('The same in euros, at the prices of now; null before anything was booked'),
    takenBy: personName.nullable(),
  })
  .meta({ id: 'ListedOrder' });

export const listedOrderExample: z.output<typeof listedOrder> = {
  orderNo: '7KQ2M4XD9TAB3HWPEN56',
  madeAt: '2026-11-21T10:20:11.000Z',
  status: 'on_hold',
  heldFrom: 'converted',
  exception: 'overpaid',
  dispute: 'none',
  since: '2026-11-21T10:30:02.000Z',
  until: '2026-11-22T10:30:02.000Z',
  pays: { amount: '1640.00', unit: 'EUR' },
  receives: { amount: '0.51049277', unit: 'ETH' },
  network: 'ethereum',
  buyer: 'k·····@mail.example',
  country: 'DE',
  method: 'bank_transfer',
  partner: '0',
  left: [{ amount: '29.85', unit: 'EUR' }],
  netRevenue: { sum: { amount: '29.85', unit: 'EUR' }, unpriced: [] },
  takenBy: 'ben',
};

/** How many orders a filter finds, and what they pay. */
export const orderSums = z
  .object({
    count: z.int(),
    more: z.boolean().describe('There are more than these, which were not added up'),
    pays: z.array(sum).describe('Of those that are counted, one for each currency'),
  })
  .meta({ id: 'OrderSums' });
