import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { euroAmount, figure, moneyAmount } from '../entities/consoleFigures.ts';
import { operatorRequest } from '../entities/consoleRequest.ts';
import { signerState } from '../entities/consoleSignerState.ts';
import { transferRow } from '../entities/consoleTransfer.ts';
import { roles } from '../entities/roles.ts';

export const treasury = defineConsoleCall({
  name: 'treasury',
  summary: 'The treasury: assets and liabilities, balances by account, runway, and transfers',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    now: z.iso.datetime(),
    have: euroAmount,
    owe: euroAmount,
    ours: euroAmount,
    owed: z.array(z.object({ account: z.string(), worth: euroAmount })),
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
        worth: moneyAmount.nullable().describe('Null where nothing prices it now: it is not in the sums'),
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
        refill: moneyAmount.nullable().describe('What is asked for or on its way to the wallet'),
        move: moneyAmount
          .extend({ crypto: z.string() })
          .nullable()
          .describe(
            'What the venue has of what the wallet lacks for the days that it should last, beside what is coming',
          ),
        buy: moneyAmount.nullable().describe('What it lacks and the venue has not'),
      })
      .nullable()
      .describe('Of the coin that lasts shortest'),
    transfers: z.array(transferRow).describe('From the venue, newest first'),
    requests: z.array(operatorRequest).describe('Treasury requests that await a second approval'),
    signer: signerState,
  }),
  errors: [],
  example: {
    request: {},
  },
});
