import { z } from 'zod';
import { deskSubject } from './consoleDesk.ts';
import { deadline, sum } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';

export const queueKinds = [
  'hold',
  'review',
  'dispute',
  'refund',
  'unallocated',
  'difference',
  'request',
  'alert',
] as const;

/** An act that a person may ask for from here, or why not. */
export const offeredAct = z
  .object({
    act: z.string().describe('Its name in the table of rights'),
    action: z.string(),
    subject: z.string(),
    input: z.record(z.string(), z.string()),
    label: z.string(),
    effect: z.string().describe('What it does to the money, in words'),
    allowed: z.boolean(),
    why: z.string().describe('Why it may not be asked for now; empty where it may'),
    takesTwo: z.boolean(),
    approvers: z.array(personName).describe('Who may say yes to it'),
  })
  .meta({ id: 'OfferedAct' });

/** Something that needs a person. */
export const queueItem = z
  .object({
    kind: z.enum(queueKinds),
    subject: z.string().describe('An order’s number, a booking, or a number of its own'),
    desk: deskSubject.describe('What is taken in hand and bears notes'),
    cause: z.string(),
    detail: z.string(),
    clock: deadline,
    amount: sum.nullable(),
    amountSays: z.string().describe('What the amount is: `held, not charged`'),
    halted: z.boolean(),
    holder: personName.nullable().describe('Who has taken it in hand'),
    alerts: z.array(z.int()).describe('Alerts about it that nobody has settled'),
    act: z.object({ label: z.string(), to: z.string().describe('The address within the console') }),
  })
  .meta({ id: 'QueueItem' });

export const queueItemExample: z.output<typeof queueItem> = {
  kind: 'hold',
  subject: '7KQ2M4XD9TAB3HWPEN56',
  desk: 'order:7KQ2M4XD9TAB3HWPEN56',
  cause: 'Card issued in another country than the buyer’s',
  detail: 'Held order. Otherwise: hold released, order cancelled',
  clock: {
    since: '2026-11-20T12:00:00.000Z',
    until: '2026-11-21T11:37:00.000Z',
    otherwise: 'the hold is released and the order cancelled',
  },
  amount: { amount: '1850.00', unit: 'EUR' },
  amountSays: 'held, not charged',
  halted: false,
  holder: 'ben',
  alerts: [],
  act: { label: 'Decide', to: 'orders/7KQ2M4XD9TAB3HWPEN56' },
};

export const offeredActExample: z.output<typeof offeredAct> = {
  act: 'accept-difference',
  action: 'accept-difference',
  subject: '12',
  input: { units: '-75000000000000000000' },
  label: 'Accept the difference',
  effect: 'Books nothing: payouts of USDC go on while the difference stays what it is.',
  allowed: true,
  why: '',
  takesTwo: true,
  approvers: ['cleo', 'tom'],
};
