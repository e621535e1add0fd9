import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { euroAmount, figure, moneyAmount } from '../entities/console/consoleFigures.ts';
import {
  durationPercentiles,
  exportNames,
  funnelStep,
  marginStep,
  periodExample,
  posting,
  withPeriod,
} from '../entities/console/consoleReport.ts';
import { isoCountry, orderNo, payMethod } from '../entities/scalars.ts';

/** Roles that may read financial figures; support may not. */
const FINANCIAL_READERS = ['viewer', 'compliance', 'treasurer', 'admin'] as const;

const readCall = { auth: 'session', roles: FINANCIAL_READERS, guard: 'reads', errors: [] } as const;

export const reportFunnel = defineConsoleCall({
  name: 'reportFunnel',
  summary: 'Funnel of browsers and orders, by step, country and payment method',
  ...readCall,
  request: withPeriod({}),
  data: z.object({
    steps: z.array(funnelStep),
    countries: z.array(
      z.object({
        country: isoCountry,
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
  },
});

export const reportDeclines = defineConsoleCall({
  name: 'reportDeclines',
  summary: 'Declined card payments by reason and by the country that issued the card',
  ...readCall,
  request: withPeriod({}),
  data: z.object({
    attempts: z.int().describe('Attempts that began in the period and were decided by the issuer'),
    declined: z.int(),
    reasons: z.array(z.object({ reason: z.string(), declined: z.int() })),
    countries: z.array(
      z.object({
        country: z.string().describe('ISO 3166 code; empty if the acquirer has not reported it'),
        attempts: z.int(),
        declined: z.int(),
      }),
    ),
  }),
  example: {
    request: periodExample,
  },
});

export const reportDeclined = defineConsoleCall({
  name: 'reportDeclined',
  summary: 'Declined attempts with their orders, newest first',
  ...readCall,
  errors: ['act_refused'],
  request: withPeriod({
    reason: z.string().max(40).optional(),
    country: z
      .string()
      .regex(/^(?:[A-Z]{2})?$/)
      .optional()
      .describe('Empty for attempts without a country'),
    cursor: z.string().max(200).optional(),
  }),
  data: z.object({
    list: z.array(
      z.object({
        at: z.iso.datetime(),
        orderNo,
        reason: z.string(),
        country: isoCountry,
        card: z.string().describe('Brand and last four digits, if the acquirer has reported them'),
      }),
    ),
    cursor: z.string().nullable(),
  }),
  example: {
    request: { ...periodExample, reason: 'insufficient_funds' },
  },
});

export const reportVolumes = defineConsoleCall({
  name: 'reportVolumes',
  summary:
    'Delivered volume: amounts paid by day, and amounts received by crypto, less deliveries that a chain reversed',
  ...readCall,
  request: withPeriod({}),
  data: z.object({
    days: z.array(z.object({ day: z.iso.date(), orders: z.int(), paid: z.array(moneyAmount) })),
    paid: z.array(moneyAmount),
    received: z.array(moneyAmount.extend({ orders: z.int() })),
    orders: z.int(),
  }),
  example: {
    request: periodExample,
  },
});

export const reportMargin = defineConsoleCall({
  name: 'reportMargin',
  summary: 'Net margin per asset, from fees and spread to the result after all costs, by ledger postings',
  ...readCall,
  request: withPeriod({}),
  data: z.object({
    assets: z.array(
      z.object({
        asset: z.string().describe("The ledger's id of the asset"),
        unit: z.string(),
        steps: z.array(marginStep),
        left: moneyAmount,
      }),
    ),
    total: euroAmount.describe('Net revenue of all assets in euros at current prices, computed as on the Today page'),
  }),
  example: {
    request: periodExample,
  },
});

export const reportTrialBalance = defineConsoleCall({
  name: 'reportTrialBalance',
  summary: 'The balance of every account at the end of a day (UTC), per asset',
  ...readCall,
  request: z.object({ day: z.iso.date() }),
  data: z.object({
    assets: z.array(
      z.object({
        unit: z.string(),
        accounts: z.array(
          z.object({
            account: z.string(),
            debit: figure.nullable().describe('The debit balance; null if the account has a credit balance'),
            credit: figure.nullable(),
          }),
        ),
        debit: figure.describe('Sum of the debit balances'),
        credit: figure.describe('Sum of the credit balances, equal to the sum of the debit balances'),
      }),
    ),
  }),
  example: {
    request: { day: '2026-11-21' },
  },
});

export const reportPostings = defineConsoleCall({
  name: 'reportPostings',
  summary: 'The postings behind a figure of the margin, newest first',
  ...readCall,
  request: withPeriod({
    account: z.string().min(1).max(40),
    asset: z.string().min(1).max(120),
    cursor: z.int().min(1).optional().describe('Returns postings before this one'),
  }),
  data: z.object({ list: z.array(posting), cursor: z.int().nullable() }),
  example: {
    request: { ...periodExample, account: 'income:processing', asset: 'iso4217:EUR' },
  },
});

export const reportSpread = defineConsoleCall({
  name: 'reportSpread',
  summary: 'Quoted spread, and the spread realized after the coins were bought',
  ...readCall,
  request: withPeriod({}),
  data: z.object({
    days: z.array(
      z.object({
        day: z.iso.date(),
        unit: z.string(),
        orders: z.int(),
        quoted: figure,
        executed: figure.describe('Realized spread by the ledger: the amount charged for the coins less their cost'),
        quotedPercent: figure.nullable().describe('Percentage of the amount charged for the coins'),
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
  },
});

export const reportTimes = defineConsoleCall({
  name: 'reportTimes',
  summary: 'Duration of deliveries and refunds in minutes: median and 95th percentile',
  ...readCall,
  request: withPeriod({}),
  data: z.object({
    deliveries: z.array(
      durationPercentiles.extend({
        network: z.string(),
        name: z.string(),
        promised: z.int().nullable().describe('Expected delivery time in minutes, from the catalog'),
        late: z.int().describe('Number of deliveries that took longer than promised'),
      }),
    ),
    refunds: z
      .array(durationPercentiles.extend({ channel: z.enum(['acquirer', 'bank']) }))
      .describe('No duration is promised for refunds'),
  }),
  example: {
    request: periodExample,
  },
});

export const reportDay = defineConsoleCall({
  name: 'reportDay',
  summary: 'The figures of the daily report, for any period',
  ...readCall,
  request: withPeriod({}),
  data: z.object({
    sections: z.array(
      z.object({
        title: z.string(),
        rows: z.array(z.object({ item: z.string(), count: z.int().nullable(), amount: moneyAmount.nullable() })),
      }),
    ),
  }),
  example: {
    request: periodExample,
  },
});

const exportName = z.enum(exportNames);

export const exportList = defineConsoleCall({
  name: 'exportList',
  summary: 'Available exports, who may request them, and past exports',
  ...readCall,
  request: z.object({}),
  data: z.object({
    list: z.array(
      z.object({
        name: exportName,
        title: z.string(),
        about: z.string(),
        isPersonal: z.boolean(),
        allowed: z.boolean(),
        why: z.string().describe('Reason why it is not allowed; empty if it is'),
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
  },
});

export const exportReport = defineConsoleCall({
  name: 'exportReport',
  summary: 'Exports a report as CSV with its hash; the export is recorded in the audit trail',
  auth: 'session',
  roles: FINANCIAL_READERS,
  guard: 'free',
  request: withPeriod({ name: exportName }),
  data: z.object({
    file: z.string().describe('File name'),
    csv: z.string(),
    rows: z.int(),
    hash: z.string().describe('SHA-256 of the CSV, in hexadecimal'),
    who: z.string(),
    at: z.iso.datetime(),
  }),
  errors: ['act_refused', 'console_not_for_role'],
  example: {
    request: { ...periodExample, name: 'ledger' },
  },
});
