import { z } from 'zod';
import { disputeStatus, heldFrom, orderException, orderStatus } from '../order.ts';
import { countryCode, isoCountry, orderNo, payMethod } from '../scalars.ts';
import { euroAmount, figure, moneyAmount } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';

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
      'Any identifier of the order: its number or the beginning of it, email, address, transaction, reference, amount',
    ),
  status: filterValues(orderStatus),
  exception: filterValues(orderException),
  dispute: filterValues(disputeStatus),
  method: filterValues(payMethod),
  country: filterValues(countryCode),
  asset: filterValues(filterValue).describe('Id of the crypto in the catalog'),
  partner: filterValues(filterValue),
  euroFrom: figure.optional().describe('Minimum value in EUR, at the order’s own rate'),
  euroTo: figure.optional(),
  madeFrom: z.iso.datetime().optional(),
  madeTo: z.iso.datetime().optional().describe('Created before this time'),
});

export const orderSorts = ['newest', 'longest_waiting'] as const;

/** An order in the list. */
export const listedOrder = z
  .object({
    orderNo,
    createdAt: z.iso.datetime(),
    status: orderStatus,
    heldFrom,
    exception: orderException,
    dispute: disputeStatus,
    since: z.iso.datetime().describe('When the order entered its status'),
    until: z.iso.datetime().nullable().describe('Deadline of the status'),
    payAmount: moneyAmount,
    receiveAmount: moneyAmount,
    network: z.string(),
    buyer: z.string().describe("The buyer's email, masked; empty for a guest"),
    country: isoCountry,
    method: payMethod,
    partner: z.string(),
    left: z
      .array(moneyAmount)
      .describe("The operator's net revenue by the ledger, per asset; empty before the first ledger entry"),
    netRevenue: euroAmount
      .nullable()
      .describe('Net revenue in euros at current prices; null before the first ledger entry'),
    takenBy: personName.nullable(),
  })
  .meta({ id: 'ListedOrder' });

/** The number of matching orders, and the totals that they pay. */
export const orderTotals = z
  .object({
    count: z.int(),
    more: z.boolean().describe('True if more orders match than were counted; they are not in the totals'),
    payAmounts: z.array(moneyAmount).describe('Totals of the counted orders, one per currency'),
  })
  .meta({ id: 'OrderSums' });
