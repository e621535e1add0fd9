import { z } from 'zod';
import { deskSubject } from './consoleDesk.ts';
import { deadline, moneyAmount } from './consoleFigures.ts';
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

/** An act that a person may request from here, or the reason why not. */
export const availableAction = z
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

/** An item that needs a person's attention. */
export const queueItem = z
  .object({
    kind: z.enum(queueKinds),
    subject: z.string().describe('An order’s number, a booking, or a number of its own'),
    desk: deskSubject.describe('What is taken in hand and bears notes'),
    cause: z.string(),
    detail: z.string(),
    clock: deadline,
    amount: moneyAmount.nullable(),
    amountSays: z.string().describe('What the amount is: `held, not charged`'),
    halted: z.boolean(),
    holder: personName.nullable().describe('Who has taken it in hand'),
    alerts: z.array(z.int()).describe('Alerts about it that nobody has settled'),
    act: z.object({ label: z.string(), to: z.string().describe('The address within the console') }),
  })
  .meta({ id: 'QueueItem' });
