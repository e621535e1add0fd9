import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { euroSum, figure, sum } from '../entities/consoleFigures.ts';
import { operatorRequest, operatorRequestExample } from '../entities/consoleRequest.ts';
import { consoleSigner, consoleSignerExample } from '../entities/consoleSigner.ts';
import { transferRow, transferRowExample } from '../entities/consoleTransfer.ts';
import { roles } from '../entities/roles.ts';

const euros = (amount: string) => ({ sum: { amount, unit: 'EUR' }, unpriced: [] });

export const treasury = defineConsoleCall({
  name: 'treasury',
  summary: 'Our own money: what we have and owe, where it lies and how long it lasts, and what moves',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    now: z.iso.datetime(),
    have: euroSum,
    owe: euroSum,
    ours: euroSum,
    owed: z.array(z.object({ account: z.string(), worth: euroSum })),
    places: z.array(
      z.object({
        place: z.string().describe('acquirer, bank, venue, wallet, or what is under way'),
        name: z.string(),
        unit: z.string(),
        balance: figure.describe('By the ledger, with what lay there before'),
        told: figure.nullable().describe('By the place itself, where it tells it'),
        toldAt: z.iso.datetime().nullable(),
        reserved: figure.nullable().describe('What orders and transfers will take; null where nothing is kept apart'),
        free: figure,
        neededDaily: figure.nullable(),
        lastsHours: z.number().nullable(),
        worth: sum.nullable().describe('Null where nothing prices it now: it is not in the sums'),
        halted: z.boolean(),
      }),
    ),
    windowDays: z.int().describe('Of how many days the daily need is the mean'),
    forecast: z
      .object({
        name: z.string(),
        unit: z.string(),
        past: z.array(z.object({ at: z.iso.datetime(), amount: figure })),
        now: figure,
        reserved: figure,
        perHour: figure,
        shortAt: z.iso.datetime().nullable().describe('When what is reserved is no longer there, at this pace'),
        refill: sum.nullable().describe('What is asked for or on its way to the wallet'),
        move: sum
          .extend({ crypto: z.string() })
          .nullable()
          .describe(
            'What the venue has of what the wallet lacks for the days that it should last, beside what is coming',
          ),
        buy: sum.nullable().describe('What it lacks and the venue has not'),
      })
      .nullable()
      .describe('Of the coin that lasts shortest'),
    transfers: z.array(transferRow).describe('From the venue, newest first'),
    requests: z.array(operatorRequest).describe('What of our own money waits for a second person'),
    signer: consoleSigner,
  }),
  errors: [],
  example: {
    request: {},
    data: {
      now: '2026-11-21T10:55:08.000Z',
      have: euros('222352.82'),
      owe: euros('10485.00'),
      ours: euros('211867.82'),
      owed: [{ account: 'liability:buyer', worth: euros('9635.00') }],
      places: [
        {
          place: 'wallet',
          name: 'ETH',
          unit: 'ETH',
          balance: '2.90250000',
          told: '2.90250000',
          toldAt: '2026-11-21T10:54:12.000Z',
          reserved: '1.05200000',
          free: '1.85050000',
          neededDaily: '7.40200000',
          lastsHours: 6,
          worth: { amount: '9136.78', unit: 'EUR' },
          halted: false,
        },
      ],
      windowDays: 7,
      forecast: {
        name: 'ETH',
        unit: 'ETH',
        past: [{ at: '2026-11-21T09:00:00.000Z', amount: '3.10000000' }],
        now: '2.90250000',
        reserved: '1.05200000',
        perHour: '0.30841666',
        shortAt: '2026-11-21T16:55:00.000Z',
        refill: { amount: '3.20000000', unit: 'ETH' },
        move: { crypto: 'ETH', amount: '8.70150000', unit: 'ETH' },
        buy: null,
      },
      transfers: [transferRowExample],
      requests: [{ ...operatorRequestExample, action: 'withdraw', subject: '3.20000000 ETH' }],
      signer: consoleSignerExample,
    },
  },
});
