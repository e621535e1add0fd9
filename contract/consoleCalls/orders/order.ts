import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { moneyAmount } from '../../entities/console/consoleFigures.ts';
import {
  orderAction,
  orderAmounts,
  orderBalance,
  orderBuyer,
  orderHeader,
  orderHistoryEntry,
  orderPosting,
  orderRecord,
  orderWait,
} from '../../entities/console/consoleOrder.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { roles } from '../../entities/roles.ts';
import { orderNo } from '../../entities/scalars.ts';

export const order = defineConsoleCall({
  name: 'order',
  summary: 'All data of an order, masked according to the reader’s roles, with the actions that are possible now',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ orderNo: orderNo.min(1).max(64) }),
  data: z.object({
    version: z.string().describe('Changes with any data that a decision about the order depends on'),
    now: z.iso.datetime(),
    head: orderHeader,
    wait: orderWait.nullable().describe('Null if the order has ended'),
    actions: z.array(orderAction),
    claims: orderBalance,
    sum: orderAmounts,
    buyer: orderBuyer.nullable(),
    journal: z.array(orderHistoryEntry).describe('Newest first'),
    attempts: z.array(orderRecord),
    receipts: z.array(orderRecord),
    conversions: z.array(orderRecord),
    payouts: z.array(orderRecord),
    refunds: z.array(orderRecord),
    disputes: z.array(orderRecord),
    judgements: z.array(orderRecord),
    emails: z.array(orderRecord),
    alerts: z.array(orderRecord),
    postings: z.array(orderPosting),
    proof: z.array(moneyAmount).describe('Sum of the postings per asset: zero if the ledger is correct'),
    requests: z.array(operatorRequest).describe('Requests about the order, newest first'),
  }),
  errors: ['not_found'],
  example: {
    request: { orderNo: '7KQ2M4XD9TAB3HWPEN56' },
  },
});
