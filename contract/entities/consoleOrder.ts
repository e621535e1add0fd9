import { z } from 'zod';
import { deadline, euroAmount, moneyAmount } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';
import { disputeStatus, orderException, orderStatus } from './order.ts';
import { payMethod } from './scalars.ts';

const requiredInputField = z.enum(['name', 'account', 'entry', 'for', 'reason']);

/** An action on an order and its consequence: the server decides whether it is available, and gives the reason if not. */
export const orderAction = z
  .object({
    action: z.string().describe('As it is asked for'),
    act: z.string().describe('Its name in the table of rights'),
    title: z.string(),
    effect: z.string().describe('What it does to the money, and who is told'),
    allowed: z.boolean(),
    why: z.string().nullable().describe('Why it cannot be asked for now, or not by this person'),
    takesTwo: z.boolean(),
    approvers: z.array(personName).describe('Whose yes would count, of those that there are'),
    subject: z.string().describe('What it is asked about: the order, or a refund or a dispute of it'),
    asks: z.array(requiredInputField).describe('What it needs besides the reason'),
    choices: z
      .partialRecord(requiredInputField, z.array(z.object({ value: z.string(), label: z.string() })))
      .describe('Of what a field is chosen; one that is typed has none'),
    review: z.string().nullable().describe('The review where it is done, in place of here'),
    given: z
      .record(z.string(), z.string())
      .describe('What is signed with it besides, such as the refund that it is about'),
    isStop: z.boolean().describe('It stops something, or loses it'),
  })
  .meta({ id: 'WayOn' });

const recordValue = z.union([z.string(), z.number(), z.boolean(), moneyAmount]);
/** A record related to an order, with its known fields; times are ISO, nested lists contain further records. */
export const orderRecord = z
  .record(z.string(), z.union([recordValue, z.array(z.record(z.string(), recordValue))]))
  .meta({ id: 'OrderRecord' });

export const orderHeader = z
  .object({
    orderNo: z.string(),
    status: orderStatus,
    heldFrom: orderStatus.nullable(),
    reason: z.string().nullable(),
    cause: z.string().nullable().describe('Why it is on hold, as every list says it; null unless it is'),
    exception: orderException,
    dispute: disputeStatus,
    frozen: z.boolean(),
    holdRequested: z.boolean(),
    madeAt: z.iso.datetime(),
    since: z.iso.datetime(),
    pays: moneyAmount,
    receives: moneyAmount,
    method: payMethod,
    country: z.string(),
    network: z.string(),
    address: z.string(),
    walletType: z.string(),
    exchangeName: z.string(),
    partner: z.string(),
    reference: z.string().describe('What the partner calls it'),
    transferReference: z.string().nullable(),
    provider: z.string().nullable().describe('Another provider fulfils it'),
    takenBy: personName.nullable(),
  })
  .meta({ id: 'OrderHead' });

/** Received − given back − taken back = kept: the part of it that is sent or held back cannot be given again. */
export const orderBalance = z
  .object({
    received: moneyAmount,
    givenBack: moneyAmount,
    takenBack: moneyAmount,
    kept: moneyAmount,
    sent: moneyAmount.describe('The part for which coins are signed or sent'),
    askedBack: moneyAmount.describe('Held back for open disputes'),
    underWay: moneyAmount.describe('On its way back to the buyer'),
    free: moneyAmount.describe('What may still be given back, or sent as coins, once: the database refuses more'),
    lost: moneyAmount,
  })
  .meta({ id: 'OrderClaims' });

export const orderAmounts = z
  .object({
    pays: moneyAmount,
    processingFee: moneyAmount,
    networkFee: moneyAmount,
    converted: moneyAmount,
    receives: moneyAmount,
    price: z.string(),
    partnerShare: moneyAmount,
    left: z.array(moneyAmount).describe('What is ours by the ledger, in each asset'),
    netRevenue: euroAmount
      .nullable()
      .describe('The same in euros, at the prices of now; null before anything was booked'),
    addsUp: z.boolean().describe('All its postings make nothing in each asset'),
  })
  .meta({ id: 'OrderSum' });

export const orderBuyer = z
  .object({
    id: z.string(),
    mail: z.string().describe('Masked'),
    name: z.string().nullable().describe('Initials for roles that see no personal data'),
    level: z.int(),
    identity: z.string().nullable(),
    closedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OrderBuyer' });

export const orderHistoryEntry = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    kind: z.enum(['event', 'step']),
    name: z.string().describe('As the machine calls it'),
    from: orderStatus.nullable(),
    to: orderStatus.nullable(),
    unexpected: z.boolean(),
    outcome: z.string().nullable(),
    times: z.int(),
    meaning: z.string().nullable(),
    words: z.string().describe('The vendor’s own'),
    amount: moneyAmount.nullable().describe('Of the buyer’s money, where it says one'),
    facts: z.string(),
  })
  .meta({ id: 'OrderMoment' });

export const orderPosting = z
  .object({ at: z.iso.datetime(), entry: z.string(), account: z.string(), amount: moneyAmount })
  .meta({ id: 'OrderPosting' });

/** The cause that an open order waits for. */
export const orderWait = z
  .object({ for: z.string(), nextTry: z.iso.datetime().nullable() })
  .extend(deadline.shape)
  .meta({ id: 'OrderWait' });
