import { z } from 'zod';
import { moneyAmount } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';

/** The id of a partner's configuration row. */
export const partnerKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,62}$/, 'must be a partner such as shop')
  .meta({ id: 'PartnerKey', example: 'shop' });

/** A partner's webhook endpoint and its state. */
const webhook = z.object({
  url: z.string().nullable(),
  state: z
    .enum(['none', 'on', 'resting', 'off'])
    .describe('`none`: no secret was made yet; `resting`: it asked for less; `off`: it said it was gone'),
  reason: z.string().nullable().describe('Why it is off'),
  restsUntil: z.iso.datetime().nullable(),
  waiting: z.int(),
  oldestWaiting: z.iso.datetime().nullable(),
  failed: z.int().describe('Given up in the 30 days that events are kept'),
});

export const partnerRow = z
  .object({
    id: partnerKey,
    name: z.string(),
    enabled: z.boolean().describe('False: nothing opens from its pages'),
    kind: z.enum(['payment_partner', 'partner_site']),
    origins: z.array(z.string()),
    webhook,
    orders: z.object({ made: z.int(), delivered: z.int() }).describe('Of the last 30 days'),
    share: z.string().describe('Of what the buyer pays, in percent'),
    owed: z.array(moneyAmount).describe('What its orders have earned it and nothing has paid yet'),
    keyUsedAt: z.iso.datetime().nullable().describe('When a key of it was last used'),
  })
  .meta({ id: 'ConsolePartnerRow' });

const keyDates = z.object({
  id: z.string(),
  madeAt: z.iso.datetime(),
  retiresAt: z.iso.datetime().nullable().describe('Null: the newest, good for as long as it is'),
});

/** An action on a partner; the server decides whether it is available, and to whom. */
export const partnerAction = z
  .object({
    id: z.string().describe('Its own among the acts of a partner'),
    action: z.string(),
    label: z.string(),
    effect: z.string().describe('What it does'),
    input: z.record(z.string(), z.string()),
    allowed: z.boolean(),
    why: z.string().describe('Why it is not allowed; empty where it is'),
    takesTwo: z.boolean(),
    approvers: z.array(personName).describe('Who may say the second yes'),
    command: z
      .string()
      .nullable()
      .describe('What is typed at the command line, where the answer is sealed for that command alone'),
  })
  .meta({ id: 'PartnerAct' });

export const partnerDetail = partnerRow
  .extend({
    redirects: z.array(z.string()),
    payMethod: z.string().nullable(),
    offerType: z.string().nullable(),
    savedCardEuroPerDay: z
      .string()
      .describe('What a login that it minted may pay a day with saved cards before the buyer confirms'),
    keys: z.array(keyDates.extend({ lastUsedAt: z.iso.datetime().nullable() })),
    linkKeys: z.array(keyDates),
    secrets: z.array(keyDates.omit({ id: true })),
    earned: z
      .array(z.object({ month: z.string(), orders: z.int(), share: moneyAmount }))
      .describe('What its orders have earned it, by the month of the delivery, newest first'),
    payments: z
      .array(
        z.object({
          entry: z.string().describe('The booking of the bank'),
          amount: moneyAmount.describe('Below zero for a payment that the bank brought back'),
          until: z.iso.datetime().describe('For deliveries before this time'),
          paidAt: z.iso.datetime(),
          askedBy: personName,
          approvedBy: personName.nullable(),
        }),
      )
      .describe('What it was paid of its shares, newest first'),
    bookings: z
      .array(
        z.object({
          entry: z.string(),
          direction: z.enum(['credit', 'debit']),
          amount: moneyAmount,
          bookedOn: z.iso.date(),
          party: z.string().describe('To or from whom, by initials for whoever sees no names'),
        }),
      )
      .describe('Bookings of the bank that belong to no order: one of them may be the next payment'),
    acts: z.array(partnerAction),
  })
  .meta({ id: 'ConsolePartner' });

export const partnerEvent = z
  .object({
    event: z.string(),
    type: z.string(),
    orderNo: z.string().nullable().describe('Null: a test'),
    position: z.int().nullable(),
    madeAt: z.iso.datetime(),
    delivery: z.enum(['unaddressed', 'waiting', 'taken', 'given_up']),
    tries: z.int(),
    triedAt: z.iso.datetime().nullable(),
    status: z.int().nullable().describe('What was answered last; null where no answer came'),
  })
  .meta({ id: 'LoggedPartnerEvent' });
