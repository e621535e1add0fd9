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
    act: z.string().describe('Name of the action in the table of rights'),
    action: z.string(),
    subject: z.string(),
    input: z.record(z.string(), z.string()),
    label: z.string(),
    effect: z.string().describe('Effect on the money'),
    allowed: z.boolean(),
    why: z.string().describe('Reason why it may not be requested now; empty if it may'),
    needsSecondApproval: z.boolean(),
    approvers: z.array(personName).describe('People who may approve it'),
  })
  .meta({ id: 'OfferedAct' });

/** An item that needs a person's attention. */
export const queueItem = z
  .object({
    kind: z.enum(queueKinds),
    subject: z.string().describe("An order’s number, a bank booking, or the item's own id"),
    desk: deskSubject.describe('Item that can be assigned and that notes refer to'),
    cause: z.string(),
    detail: z.string(),
    clock: deadline,
    amount: moneyAmount.nullable(),
    amountSays: z.string().describe('Meaning of the amount, such as `authorized, not captured`'),
    halted: z.boolean(),
    holder: personName.nullable().describe('Assignee; null if unassigned'),
    alerts: z.array(z.int()).describe('Ids of open alerts about the item'),
    act: z.object({ label: z.string(), to: z.string().describe('Path within the console') }),
  })
  .meta({ id: 'QueueItem' });
