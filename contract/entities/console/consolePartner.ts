import { z } from 'zod';
import { changeRequest } from '../partnerPages.ts';
import { offerType } from '../scalars.ts';
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
    .describe(
      '`none`: no secret exists yet; `resting`: paused because the endpoint reported overload; `off`: disabled because the endpoint answered that it is gone',
    ),
  reason: z.string().nullable().describe('Reason why the webhook is disabled'),
  restsUntil: z.iso.datetime().nullable(),
  waiting: z.int(),
  oldestWaiting: z.iso.datetime().nullable(),
  failed: z.int().describe('Deliveries given up within the 30 days for which events are stored'),
});

export const partnerRow = z
  .object({
    id: partnerKey,
    name: z.string(),
    enabled: z.boolean().describe("False: purchases cannot be opened from the partner's pages"),
    kind: z.enum(['payment_partner', 'partner_site']),
    origins: z.array(z.string()),
    webhook,
    orders: z.object({ made: z.int(), delivered: z.int() }).describe('Orders of the last 30 days'),
    share: z.string().describe('Share of the amount that the buyer pays, in percent'),
    owed: z.array(moneyAmount).describe('Shares earned by its orders and not paid yet'),
    keyUsedAt: z.iso.datetime().nullable().describe('When one of its keys was last used'),
  })
  .meta({ id: 'ConsolePartnerRow' });

const keyDates = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  retiresAt: z.iso.datetime().nullable().describe('Null for the newest, which does not expire'),
});

/** An action on a partner; the server decides whether it is available, and to whom. */
export const partnerAction = z
  .object({
    id: z.string().describe('Unique id among the actions of a partner'),
    action: z.string(),
    label: z.string(),
    effect: z.string().describe('Effect of the action'),
    input: z.record(z.string(), z.string()),
    allowed: z.boolean(),
    why: z.string().describe('Reason why it is not allowed; empty if it is'),
    needsSecondApproval: z.boolean(),
    approvers: z.array(personName).describe('People who may give the second approval'),
    command: z
      .string()
      .nullable()
      .describe(
        'The command to run instead, for actions whose answer is encrypted for the command line only; otherwise null',
      ),
  })
  .meta({ id: 'PartnerAct' });

export const partnerDetail = partnerRow
  .extend({
    redirects: z.array(z.string()),
    payMethod: z.string().nullable(),
    offerType: offerType.nullable(),
    savedCardEuroPerDay: z
      .string()
      .describe(
        "Amount that a buyer logged in by the partner's server may pay with saved cards per day without a confirmation",
      ),
    keys: z.array(keyDates.extend({ lastUsedAt: z.iso.datetime().nullable() })),
    linkKeys: z.array(keyDates),
    secrets: z.array(keyDates.omit({ id: true })),
    earned: z
      .array(z.object({ month: z.string(), orders: z.int(), share: moneyAmount }))
      .describe('Shares earned by its orders, by month of delivery, newest first'),
    payments: z
      .array(
        z.object({
          entry: z.string().describe('Id of the bank booking'),
          amount: moneyAmount.describe('Negative for a payment that the bank returned'),
          until: z.iso.datetime().describe('The payment covers deliveries before this time'),
          paidAt: z.iso.datetime(),
          requestedBy: personName,
          approvedBy: personName.nullable(),
        }),
      )
      .describe('Payments of its shares, newest first'),
    bookings: z
      .array(
        z.object({
          entry: z.string(),
          direction: z.enum(['credit', 'debit']),
          amount: moneyAmount,
          bookedOn: z.iso.date(),
          party: z.string().describe('Payer or payee; initials for roles that may not see names'),
        }),
      )
      .describe('Bank bookings that belong to no order: one of them may be the next payment'),
    acts: z.array(partnerAction),
    changeRequests: z
      .array(
        changeRequest.extend({
          acts: z.array(partnerAction).describe('Actions that fulfil or reject an open request, filled in'),
        }),
      )
      .describe('What the partner’s people have requested on their pages, newest first'),
  })
  .meta({ id: 'ConsolePartner' });

export const partnerEvent = z
  .object({
    event: z.string(),
    type: z.string(),
    orderNo: z.string().nullable().describe('Null for a test event'),
    position: z.int().nullable(),
    createdAt: z.iso.datetime(),
    delivery: z.enum(['unaddressed', 'waiting', 'taken', 'given_up']),
    tries: z.int(),
    triedAt: z.iso.datetime().nullable(),
    status: z.int().nullable().describe('HTTP status of the last answer; null if there was none'),
  })
  .meta({ id: 'LoggedPartnerEvent' });
