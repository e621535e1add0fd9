import { z } from 'zod';
import { sum } from './consoleFigures.ts';
import { personName } from './consolePerson.ts';

/** The id of a partner's row. */
export const partnerKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,62}$/, 'must be a partner such as shop')
  .meta({ id: 'PartnerKey', example: 'shop' });

/** Where a partner's events go, and whether they do. */
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
    owed: z.array(sum).describe('What its orders have earned it and nothing has paid yet'),
    keyUsedAt: z.iso.datetime().nullable().describe('When a key of it was last used'),
  })
  .meta({ id: 'ConsolePartnerRow' });

export const partnerRowExample: z.output<typeof partnerRow> = {
  id: 'shop',
  name: 'A shop',
  enabled: true,
  kind: 'partner_site',
  origins: ['https://shop.example'],
  webhook: {
    url: 'https://shop.example/hooks',
    state: 'on',
    reason: null,
    restsUntil: null,
    waiting: 2,
    oldestWaiting: '2026-11-21T10:38:12.000Z',
    failed: 0,
  },
  orders: { made: 212, delivered: 188 },
  share: '1',
  owed: [{ amount: '188.40', unit: 'EUR' }],
  keyUsedAt: '2026-11-21T10:38:12.000Z',
};

const keyDates = z.object({
  id: z.string(),
  madeAt: z.iso.datetime(),
  retiresAt: z.iso.datetime().nullable().describe('Null: the newest, good for as long as it is'),
});

/** Something that may be done about a partner; the server says whether, and by whom. */
export const partnerAct = z
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

export const shownPartner = partnerRow
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
      .array(z.object({ month: z.string(), orders: z.int(), share: sum }))
      .describe('What its orders have earned it, by the month of the delivery, newest first'),
    payments: z
      .array(
        z.object({
          entry: z.string().describe('The booking of the bank'),
          amount: sum.describe('Below zero for a payment that the bank brought back'),
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
          amount: sum,
          bookedOn: z.iso.date(),
          party: z.string().describe('To or from whom, by initials for whoever sees no names'),
        }),
      )
      .describe('Bookings of the bank that belong to no order: one of them may be the next payment'),
    acts: z.array(partnerAct),
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

export const partnerEventExample: z.output<typeof partnerEvent> = {
  event: 'evt_7KQ2M4XD9TAB3HWPEN56',
  type: 'order.delivered',
  orderNo: '7KQ2M4XD9TAB3HWPEN56',
  position: 41,
  madeAt: '2026-11-21T10:38:12.000Z',
  delivery: 'waiting',
  tries: 2,
  triedAt: '2026-11-21T10:39:12.000Z',
  status: 503,
};
