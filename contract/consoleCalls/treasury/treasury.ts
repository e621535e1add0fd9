import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { euroAmount, figure, moneyAmount } from '../../entities/console/consoleFigures.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { signerState } from '../../entities/console/consoleSignerState.ts';
import { transferRow } from '../../entities/console/consoleTransfer.ts';
import { roles } from '../../entities/roles.ts';
import { cryptoId } from '../../entities/scalars.ts';

export const treasury = defineConsoleCall({
  name: 'treasury',
  summary: 'The treasury: assets and liabilities, balances by account, runway, and transfers',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    now: z.iso.datetime(),
    assets: euroAmount,
    liabilities: euroAmount,
    equity: euroAmount,
    liabilitiesByAccount: z.array(z.object({ account: z.string(), worth: euroAmount })),
    places: z.array(
      z.object({
        place: z.string().describe('acquirer, bank, venue, wallet, dispute, affiliate, or in transit'),
        name: z.string(),
        unit: z.string(),
        balance: figure.describe('Balance by the ledger, including the opening balance'),
        reported: figure.nullable().describe('Balance that the external account reports; null if it reports none'),
        reportedAt: z.iso.datetime().nullable(),
        reserved: figure.nullable().describe('Amount reserved for orders and transfers; null if nothing is reserved'),
        free: figure,
        neededDaily: figure.nullable(),
        lastsHours: z.number().nullable(),
        worth: moneyAmount
          .nullable()
          .describe('Value in euros; null if there is no current price, in which case it is not in the totals'),
        halted: z.boolean(),
      }),
    ),
    windowDays: z.int().describe('Number of days over which the daily usage is averaged'),
    forecast: z
      .object({
        name: z.string(),
        unit: z.string(),
        past: z.array(z.object({ at: z.iso.datetime(), amount: figure })),
        now: figure,
        reserved: figure,
        perHour: figure,
        shortAt: z.iso
          .datetime()
          .nullable()
          .describe('When the balance falls below the reserved amount, at the current rate'),
        refill: moneyAmount.nullable().describe('Amount requested for or in transit to the wallet'),
        move: moneyAmount
          .extend({ crypto: cryptoId })
          .nullable()
          .describe(
            'Amount that the wallet lacks for its target number of days, in addition to `refill`, and that the exchange has',
          ),
        buy: moneyAmount.nullable().describe('Amount that the wallet lacks and the exchange does not have'),
      })
      .nullable()
      .describe('Forecast for the coin with the shortest runway'),
    transfers: z.array(transferRow).describe('Transfers from the exchange, newest first'),
    requests: z.array(operatorRequest).describe('Treasury requests that await a second approval'),
    signer: signerState,
  }),
  errors: [],
  example: {
    request: {},
  },
});
