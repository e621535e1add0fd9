import { z } from 'zod';
import { disputeStatus, heldFrom, orderException, orderStatus } from '../order.ts';
import { destination, isoCountry, orderNo, payMethod } from '../scalars.ts';
import { deadline, euroAmount, moneyAmount } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';

const requiredInputField = z.enum(['name', 'account', 'entry', 'for', 'reason']);

/** An action on an order and its consequence: the server decides whether it is available, and gives the reason if not. */
export const orderAction = z
  .object({
    action: z.string().describe('Name of the action in the request'),
    act: z.string().describe('Name of the action in the table of rights'),
    title: z.string(),
    effect: z.string().describe('Effect on the money, and who is notified'),
    allowed: z.boolean(),
    why: z.string().nullable().describe('Reason why it cannot be requested now, or not by this person; null if it can'),
    needsSecondApproval: z.boolean(),
    approvers: z.array(personName).describe('People who may approve it'),
    subject: z.string().describe('Subject of the request: the order, or a refund or dispute of the order'),
    inputs: z.array(requiredInputField).describe('Required inputs in addition to the reason'),
    choices: z
      .partialRecord(requiredInputField, z.array(z.object({ value: z.string(), label: z.string() })))
      .describe('Options of the fields that have a fixed selection; fields for free text have none'),
    review: z
      .string()
      .nullable()
      .describe('The review in which the action is available instead; null if it is available here'),
    given: z.record(z.string(), z.string()).describe('Additional inputs that are signed, such as the refund concerned'),
    isStop: z.boolean().describe('True if the action halts something or causes a loss'),
  })
  .meta({ id: 'WayOn' });

const recordValue = z.union([z.string(), z.number(), z.boolean(), moneyAmount]);
/** A record related to an order, with its known fields; times are ISO, nested lists contain further records. */
export const orderRecord = z
  .record(z.string(), z.union([recordValue, z.array(z.record(z.string(), recordValue))]))
  .meta({ id: 'OrderRecord' });

export const orderHeader = z
  .object({
    orderNo,
    status: orderStatus,
    heldFrom,
    reason: z.string().nullable(),
    cause: z.string().nullable().describe('Reason why the order is on hold, worded as in the lists; null if it is not'),
    exception: orderException,
    dispute: disputeStatus,
    frozen: z.boolean(),
    holdRequested: z.boolean(),
    createdAt: z.iso.datetime(),
    since: z.iso.datetime(),
    payAmount: moneyAmount,
    receiveAmount: moneyAmount,
    method: payMethod,
    country: isoCountry,
    network: z.string(),
    ...destination,
    partner: z.string(),
    reference: z.string().describe("The partner's reference for the order"),
    transferReference: z.string().nullable(),
    provider: z.string().nullable().describe('The external provider that fulfils the order; null if the operator does'),
    takenBy: personName.nullable(),
  })
  .meta({ id: 'OrderHead' });

/**
 * The amounts of an order: `kept` (retained) is received − given back − taken back. The part of it that is sent or held back can
 * be neither refunded nor paid out again.
 */
export const orderBalance = z
  .object({
    received: moneyAmount,
    refunded: moneyAmount,
    clawedBack: moneyAmount,
    kept: moneyAmount,
    sent: moneyAmount.describe('Part of the amount for which coins are signed or sent'),
    disputed: moneyAmount.describe('Amount held back for open disputes'),
    refundInProgress: moneyAmount.describe('Amount being refunded to the buyer'),
    free: moneyAmount.describe(
      'Amount that can still be refunded or sent as coins, once; the database enforces this limit',
    ),
    lost: moneyAmount,
  })
  .meta({ id: 'OrderClaims' });

export const orderAmounts = z
  .object({
    payAmount: moneyAmount,
    processingFee: moneyAmount.describe("The operator's and the payment method's fee"),
    networkFee: moneyAmount,
    converted: moneyAmount,
    receiveAmount: moneyAmount,
    price: z.string().describe('Price of one unit of the crypto in the pay currency'),
    partnerShare: moneyAmount,
    left: z.array(moneyAmount).describe("The operator's net revenue by the ledger, per asset"),
    netRevenue: euroAmount
      .nullable()
      .describe('Net revenue in euros at current prices; null before the first ledger entry'),
    addsUp: z.boolean().describe("True if the order's postings sum to zero in each asset"),
  })
  .meta({ id: 'OrderSum' });

export const orderBuyer = z
  .object({
    id: z.string(),
    mail: z.string().describe('Masked'),
    name: z.string().nullable().describe('Initials for roles that may not see personal data'),
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
    name: z.string().describe('Name of the event or step in the order machine'),
    from: orderStatus.nullable(),
    to: orderStatus.nullable(),
    unexpected: z.boolean(),
    outcome: z.string().nullable(),
    times: z.int(),
    meaning: z.string().nullable(),
    message: z.string().describe('The vendor’s original message'),
    amount: moneyAmount.nullable().describe('Amount of the buyer’s money, if the entry has one'),
    facts: z.string(),
  })
  .meta({ id: 'OrderMoment' });

export const orderPosting = z
  .object({ at: z.iso.datetime(), entry: z.string(), account: z.string(), amount: moneyAmount })
  .meta({ id: 'OrderPosting' });

/** The reason why an open order waits, and its deadline. */
export const orderWait = z
  .object({ for: z.string(), nextTry: z.iso.datetime().nullable() })
  .extend(deadline.shape)
  .meta({ id: 'OrderWait' });
