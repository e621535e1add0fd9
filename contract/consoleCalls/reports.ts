import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { euroSum, figure, sum } from '../entities/consoleFigures.ts';
import {
  exportNames,
  funnelStep,
  marginStep,
  periodExample,
  posting,
  waitTimes,
  withPeriod,
} from '../entities/consoleReport.ts';
import { payMethod } from '../entities/scalars.ts';

/** Those who read figures; support has none of it. */
const READERS = ['viewer', 'compliance', 'treasurer', 'admin'] as const;

const reads = { auth: 'session', roles: READERS, guard: 'reads', errors: [] } as const;

export const reportFunnel = defineConsoleCall({
  name: 'reportFunnel',
  summary: 'How far browsers and orders came, by step, by country and by method',
  ...reads,
  request: withPeriod({}),
  data: z.object({
    steps: z.array(funnelStep),
    countries: z.array(
      z.object({
        country: z.string(),
        opened: z.int(),
        choseOffer: z.int(),
        ordered: z.int(),
        paid: z.int(),
        delivered: z.int(),
      }),
    ),
    methods: z.array(z.object({ method: payMethod, ordered: z.int(), paid: z.int(), delivered: z.int() })),
  }),
  example: {
    request: periodExample,
    data: {
      steps: [
        { step: 'opened', of: 'browsers', count: 1204 },
        { step: 'delivered', of: 'orders', count: 188 },
      ],
      countries: [{ country: 'DE', opened: 604, choseOffer: 241, ordered: 120, paid: 101, delivered: 99 }],
      methods: [{ method: 'credit_debit_card', ordered: 150, paid: 131, delivered: 128 }],
    },
  },
});

export const reportDeclines = defineConsoleCall({
  name: 'reportDeclines',
  summary: 'Declined card payments by reason and by the country that issued the card',
  ...reads,
  request: withPeriod({}),
  data: z.object({
    attempts: z.int().describe('Begun in the period and decided by the issuer'),
    declined: z.int(),
    reasons: z.array(z.object({ reason: z.string(), declined: z.int() })),
    countries: z.array(
      z.object({
        country: z.string().describe('ISO 3166; empty if the acquirer has not named it'),
        attempts: z.int(),
        declined: z.int(),
      }),
    ),
  }),
  example: {
    request: periodExample,
    data: {
      attempts: 140,
      declined: 12,
      reasons: [{ reason: 'insufficient_funds', declined: 7 }],
      countries: [{ country: 'DE', attempts: 101, declined: 6 }],
    },
  },
});

export const reportDeclined = defineConsoleCall({
  name: 'reportDeclined',
  summary: 'Declined attempts with their orders, newest first',
  ...reads,
  errors: ['act_refused'],
  request: withPeriod({
    reason: z.string().max(40).optional(),
    country: z
      .string()
      .regex(/^(?:[A-Z]{2})?$/)
      .optional()
      .describe('Empty for those without one'),
    cursor: z.string().max(200).optional(),
  }),
  data: z.object({
    list: z.array(
      z.object({
        at: z.iso.datetime(),
        orderNo: z.string(),
        reason: z.string(),
        country: z.string(),
        card: z.string().describe('Brand and last four digits, where the acquirer has named them'),
      }),
    ),
    cursor: z.string().nullable(),
  }),
  example: {
    request: { ...periodExample, reason: 'insufficient_funds' },
    data: {
      list: [
        {
          at: '2026-11-21T10:38:12.000Z',
          orderNo: '7KQ2M4XD9TAB3HWPEN56',
          reason: 'insufficient_funds',
          country: 'DE',
          card: 'visa 4242',
        },
      ],
      cursor: null,
    },
  },
});

export const reportVolumes = defineConsoleCall({
  name: 'reportVolumes',
  summary: 'What was delivered, by day as paid, and by crypto as received: less what a chain took back',
  ...reads,
  request: withPeriod({}),
  data: z.object({
    days: z.array(z.object({ day: z.iso.date(), orders: z.int(), paid: z.array(sum) })),
    paid: z.array(sum),
    received: z.array(sum.extend({ orders: z.int() })),
    orders: z.int(),
  }),
  example: {
    request: periodExample,
    data: {
      days: [{ day: '2026-11-21', orders: 12, paid: [{ amount: '1640.00', unit: 'EUR' }] }],
      paid: [{ amount: '1640.00', unit: 'EUR' }],
      received: [{ amount: '0.02514', unit: 'BTC', orders: 12 }],
      orders: 12,
    },
  },
});

export const reportMargin = defineConsoleCall({
  name: 'reportMargin',
  summary: 'From fees and spread to what is left after all costs, by the postings of the ledger, asset by asset',
  ...reads,
  request: withPeriod({}),
  data: z.object({
    assets: z.array(
      z.object({
        asset: z.string().describe("The ledger's own word for it"),
        unit: z.string(),
        steps: z.array(marginStep),
        left: sum,
      }),
    ),
    total: euroSum.describe('The net revenue of all assets in euros, at the prices of now; as Today has it for a day'),
  }),
  example: {
    request: periodExample,
    data: {
      assets: [
        {
          asset: 'iso4217:EUR',
          unit: 'EUR',
          steps: [
            {
              account: 'income:processing',
              kind: 'fee',
              units: { amount: '4.20', unit: 'EUR' },
              postings: 1,
            },
            { account: 'expense:acquirer', kind: 'cost', units: { amount: '-1.75', unit: 'EUR' }, postings: 1 },
          ],
          left: { amount: '2.45', unit: 'EUR' },
        },
      ],
      total: { sum: { amount: '2.45', unit: 'EUR' }, unpriced: [] },
    },
  },
});

export const reportPostings = defineConsoleCall({
  name: 'reportPostings',
  summary: 'The postings behind a figure of the margin, newest first',
  ...reads,
  request: withPeriod({
    account: z.string().min(1).max(40),
    asset: z.string().min(1).max(120),
    cursor: z.int().min(1).optional().describe('Those before this one'),
  }),
  data: z.object({ list: z.array(posting), cursor: z.int().nullable() }),
  example: {
    request: { ...periodExample, account: 'income:processing', asset: 'iso4217:EUR' },
    data: {
      list: [
        {
          id: 912,
          at: '2026-11-21T10:38:12.000Z',
          entry: 'confirmed',
          orderNo: '7KQ2M4XD9TAB3HWPEN56',
          amount: { amount: '4.20', unit: 'EUR' },
        },
      ],
      cursor: null,
    },
  },
});

export const reportSpread = defineConsoleCall({
  name: 'reportSpread',
  summary: 'The spread that was quoted, and what of it was left once the coins were bought',
  ...reads,
  request: withPeriod({}),
  data: z.object({
    days: z.array(
      z.object({
        day: z.iso.date(),
        unit: z.string(),
        orders: z.int(),
        quoted: figure,
        executed: figure.describe('By the ledger: what was taken for the coins less what they cost'),
        quotedPercent: figure.nullable().describe('Of what was taken for the coins'),
        executedPercent: figure.nullable(),
      }),
    ),
    units: z.array(
      z.object({
        unit: z.string(),
        orders: z.int(),
        quoted: figure,
        executed: figure,
        quotedPercent: figure.nullable(),
        executedPercent: figure.nullable(),
      }),
    ),
  }),
  example: {
    request: periodExample,
    data: {
      days: [
        {
          day: '2026-11-21',
          unit: 'EUR',
          orders: 12,
          quoted: '9.36',
          executed: '7.55',
          quotedPercent: '0.990',
          executedPercent: '0.799',
        },
      ],
      units: [
        {
          unit: 'EUR',
          orders: 12,
          quoted: '9.36',
          executed: '7.55',
          quotedPercent: '0.990',
          executedPercent: '0.799',
        },
      ],
    },
  },
});

export const reportTimes = defineConsoleCall({
  name: 'reportTimes',
  summary: 'How long deliveries and refunds took, half of them and nineteen of twenty, in minutes',
  ...reads,
  request: withPeriod({}),
  data: z.object({
    deliveries: z.array(
      waitTimes.extend({
        network: z.string(),
        name: z.string(),
        promised: z.int().nullable().describe('Minutes that the catalog says'),
        late: z.int().describe('Of them, over what is promised'),
      }),
    ),
    refunds: z.array(waitTimes.extend({ channel: z.enum(['acquirer', 'bank']) })).describe('No time is promised'),
  }),
  example: {
    request: periodExample,
    data: {
      deliveries: [{ network: 'eip155:1', name: 'Ethereum', count: 12, p50: 4.2, p95: 11.8, promised: 10, late: 1 }],
      refunds: [{ channel: 'acquirer', count: 2, p50: 3.1, p95: 5.4 }],
    },
  },
});

export const reportDay = defineConsoleCall({
  name: 'reportDay',
  summary: "The daily report's figures, for any day or days",
  ...reads,
  request: withPeriod({}),
  data: z.object({
    sections: z.array(
      z.object({
        title: z.string(),
        rows: z.array(z.object({ item: z.string(), count: z.int().nullable(), amount: sum.nullable() })),
      }),
    ),
  }),
  example: {
    request: periodExample,
    data: {
      sections: [
        {
          title: 'Fees earned',
          rows: [{ item: 'income:processing', count: 1, amount: { amount: '4.20', unit: 'EUR' } }],
        },
      ],
    },
  },
});

const exportName = z.enum(exportNames);

export const exportList = defineConsoleCall({
  name: 'exportList',
  summary: 'What can be exported, by whom, and who has',
  ...reads,
  request: z.object({}),
  data: z.object({
    list: z.array(
      z.object({
        name: exportName,
        title: z.string(),
        about: z.string(),
        isPersonal: z.boolean(),
        allowed: z.boolean(),
        why: z.string().describe('Why it is not allowed; empty where it is'),
      }),
    ),
    made: z.array(
      z.object({
        at: z.iso.datetime(),
        who: z.string(),
        name: z.string(),
        from: z.iso.date(),
        to: z.iso.date(),
        rows: z.int(),
        hash: z.string(),
      }),
    ),
  }),
  example: {
    request: {},
    data: {
      list: [
        {
          name: 'ledger',
          title: 'Ledger',
          about: 'Every posting',
          isPersonal: false,
          allowed: true,
          why: '',
        },
      ],
      made: [
        {
          at: '2026-11-21T10:38:12.000Z',
          who: 'dora',
          name: 'ledger',
          ...periodExample,
          rows: 812,
          hash: 'a'.repeat(64),
        },
      ],
    },
  },
});

export const exportReport = defineConsoleCall({
  name: 'exportReport',
  summary: 'A report as CSV, with its hash; who asked for which is kept in the history',
  auth: 'session',
  roles: READERS,
  guard: 'free',
  request: withPeriod({ name: exportName }),
  data: z.object({
    file: z.string().describe('What it is called'),
    csv: z.string(),
    rows: z.int(),
    hash: z.string().describe('SHA-256 of the CSV, in hexadecimal'),
    who: z.string(),
    at: z.iso.datetime(),
  }),
  errors: ['act_refused', 'console_not_for_role'],
  example: {
    request: { ...periodExample, name: 'ledger' },
    data: {
      file: 'slipway-ledger-2026-11-01-2026-11-22.csv',
      csv: 'transaction,at\r\n812,2026-11-21T10:38:12.000Z\r\n',
      rows: 1,
      hash: 'a'.repeat(64),
      who: 'dora',
      at: '2026-11-22T10:38:12.000Z',
    },
  },
});
