import { z } from 'zod';
import { sum } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';

/** Where a transfer stands: before the venue was asked as its request does, then as the venue and the chain say. */
export const transferStates = [
  'waiting',
  'approved',
  'rejected',
  'refused',
  'requested',
  'sending',
  'taken',
  'sent',
  'arrived',
  'failed',
] as const;

/** Coins that the venue sends to an address of the list. */
export const transferRow = z
  .object({
    id: z.int().describe('Of the request by which it was asked for'),
    status: z.enum(transferStates),
    from: z.string(),
    to: z.string().describe('The address, whole'),
    network: z.string(),
    amount: sum,
    fee: sum.nullable().describe('What the venue took, once its ledger shows it'),
    askedAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    arrivedAt: z.iso.datetime().nullable(),
    askedBy: personName,
    approvedBy: personName.nullable(),
    transactionId: z.string().nullable(),
    says: z.string().nullable().describe('Why it has ended, where that has to be said'),
  })
  .meta({ id: 'TransferRow' });

export const transferRowExample: z.output<typeof transferRow> = {
  id: 41,
  status: 'arrived',
  from: 'kraken',
  to: '0x5aF2000000000000000000000000000000010cE0',
  network: 'ethereum',
  amount: { amount: '3.20000000', unit: 'ETH' },
  fee: { amount: '0.0005', unit: 'ETH' },
  askedAt: '2026-11-21T07:01:00.000Z',
  sentAt: '2026-11-21T07:02:13.000Z',
  arrivedAt: '2026-11-21T07:31:55.000Z',
  askedBy: 'dora',
  approvedBy: 'anna',
  transactionId: '0xabc',
  says: null,
};

export const transferStep = z.object({
  step: z.enum(['asked', 'approved', 'taken', 'sent', 'arrived']),
  state: z.enum(['done', 'now', 'open', 'failed']),
  at: z.iso.datetime().nullable(),
  by: personName.nullable(),
  says: z.string().nullable().describe('What it waits for, why it ended, or its transaction'),
});

/** What may be asked for of our own money from a form. */
export const moveKinds = ['withdraw', 'top-up', 'swap', 'allow-address', 'return', 'recover'] as const;
