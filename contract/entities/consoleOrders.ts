import { z } from 'zod';
import { euroAmount, figure, moneyAmount } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';
import { disputeStatus, orderException, orderStatus } from './order.ts';
import { payMethod } from './scalars.ts';

const filterValue = z.string().min(1).max(100);
const filterValues = <Item extends z.ZodType>(item: Item) => z.array(item).max(40).default([]);

/** Filters orders. An omitted field does not filter; several values of one field match any of them. */
export const orderFilter = z.object({
  q: z
    .string()
    .trim()
    .max(200)
    .default('')
    .describe(
      'Whatever the order may be known by: number or its beginning, mail, address, transaction, reference, amount',
    ),
  status: filterValues(orderStatus),
  exception: filterValues(orderException),
  dispute: filterValues(disputeStatus),
  method: filterValues(payMethod),
  country: filterValues(z.string().regex(/^[A-Z]{2}$/)),
  asset: filterValues(filterValue).describe('The crypto, by its id in the catalog'),
  partner: filterValues(filterValue),
  euroFrom: figure.optional().describe('Worth in EUR at the order’s own rate, at least'),
  euroTo: figure.optional(),
  madeFrom: z.iso.datetime().optional(),
  madeTo: z.iso.datetime().optional().describe('Before this moment'),
});

export const orderSorts = ['newest', 'longest_waiting'] as const;

/** An order in the list. */
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
    pays: moneyAmount,
    receives: moneyAmount,
    network: z.string(),
    buyer: z.string().describe('Their mail, masked; empty for a guest'),
    country: z.string(),
    method: payMethod,
    partner: z.string(),
    left: z
      .array(moneyAmount)
      .describe('By the ledger, what is ours of it, in each asset; empty before anything was booked'),
    netRevenue: euroAmount
      .nullable()
      .describe('The same in euros, at the prices of now; null before anything was booked'),
    takenBy: personName.nullable(),
  })
  .meta({ id: 'ListedOrder' });

/** The number of matching orders, and the totals that they pay. */
export const orderTotals = z
  .object({
    count: z.int(),
    more: z.boolean().describe('There are more than these, which were not added up'),
    pays: z.array(moneyAmount).describe('Of those that are counted, one for each currency'),
  })
  .meta({ id: 'OrderSums' });
