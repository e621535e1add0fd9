import { z } from 'zod';
import { transactionId } from '../scalars.ts';
import { moneyAmount } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';

/** States of a transfer: those of its request until the venue is called, then those that the venue and the chain report. */
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

/** A withdrawal from the venue to an address of the allow-list. */
export const transferRow = z
  .object({
    id: z.int().describe('Id of the request for the transfer'),
    status: z.enum(transferStates),
    from: z.string(),
    to: z.string().describe('The full address'),
    network: z.string(),
    amount: moneyAmount,
    fee: moneyAmount.nullable().describe('Fee of the exchange, once its ledger contains it'),
    requestedAt: z.iso.datetime(),
    sentAt: z.iso.datetime().nullable(),
    arrivedAt: z.iso.datetime().nullable(),
    requestedBy: personName,
    approvedBy: personName.nullable(),
    transactionId: transactionId.nullable(),
    note: z.string().nullable().describe('Reason why the transfer ended, if there is one to display'),
  })
  .meta({ id: 'TransferRow' });

export const transferStep = z.object({
  step: z.enum(['requested', 'approved', 'accepted', 'sent', 'arrived']),
  state: z.enum(['done', 'now', 'open', 'failed']),
  at: z.iso.datetime().nullable(),
  by: personName.nullable(),
  note: z.string().nullable().describe('What the step waits for, why it ended, or its transaction'),
});

/** Transfers of the operator's own money that can be requested with a form. */
export const moveKinds = ['withdraw', 'top-up', 'swap', 'allow-address', 'return', 'recover'] as const;
