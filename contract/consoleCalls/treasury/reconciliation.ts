import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { figure, moneyAmount } from '../../entities/console/consoleFigures.ts';
import { personName } from '../../entities/console/consolePerson.ts';
import { availableAction } from '../../entities/console/consoleToday.ts';
import { roles } from '../../entities/roles.ts';
import { transactionId } from '../../entities/scalars.ts';

/** A choice required by an act, with everything that is signed if it is chosen. */
const actionChoice = z.object({
  key: z.string().describe('Key of the choice; stays the same when the page is loaded again'),
  label: z.string(),
  subject: z.string(),
  input: z.record(z.string(), z.string()),
  left: figure.describe('The difference that remains afterwards'),
});

const differenceAction = z.object({
  kind: z.enum(['book', 'belongs', 'reverse', 'outcome', 'wait', 'accept']),
  row: z.string().nullable().describe('Id of the row concerned; null for the whole difference'),
  offer: availableAction,
  left: figure.nullable().describe('The difference that remains afterwards; null if it depends on the choice'),
  choose: z.string().describe('Label of the required choice; empty if none is required'),
  choices: z.array(actionChoice),
});

export const reconciliation = defineConsoleCall({
  name: 'reconciliation',
  summary: 'Comparison of the ledger with every external account',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    now: z.iso.datetime(),
    running: z.boolean().describe('True if a requested comparison is not finished'),
    nextAt: z.iso.datetime().nullable().describe('When the next comparison is due; null if there was none yet'),
    places: z.array(
      z.object({
        place: z.string(),
        name: z.string().describe('Display name of the external account'),
        begunAt: z.iso.datetime().nullable(),
        readAt: z.iso.datetime().nullable().describe('Time of the last query, by the machine’s clock'),
        failures: z.int(),
        failure: z.string().nullable(),
        lines: z.array(
          z.object({
            unit: z.string(),
            ledger: figure.describe('Ledger balance when the account was queried, including the opening balance'),
            theirs: figure,
            difference: figure.describe('Balance of the external account less the ledger balance'),
            state: z.enum(['agrees', 'pending', 'open', 'accepted']),
            halted: z.boolean(),
            differenceId: z.int().nullable(),
          }),
        ),
      }),
    ),
    differences: z.array(
      z.object({
        id: z.int(),
        place: z.string(),
        placeName: z.string(),
        unit: z.string(),
        state: z.enum(['pending', 'open', 'accepted']),
        difference: figure,
        unexplained: figure.describe('Part of the difference that no row explains'),
        openedAt: z.iso.datetime(),
        pendingUntil: z.iso.datetime().nullable(),
        haltedSince: z.iso.datetime().nullable(),
        halts: z.array(z.string()),
        acceptedBy: personName.nullable(),
        acceptedWhy: z.string().nullable(),
        rows: z.array(
          z.object({
            id: z.string(),
            fault: z.enum(['missing_here', 'missing_there', 'other_amount', 'other_asset']),
            here: figure,
            there: figure,
            overdue: z.boolean(),
            firstSeen: z.iso.datetime(),
          }),
        ),
        moreRows: z.int(),
        foundTransactions: z
          .array(
            z.object({ transactionId, orderNos: z.array(z.string()), foundAt: z.iso.datetime(), cancels: z.boolean() }),
          )
          .describe(
            'Transactions of this address that are on the chain and not booked yet, after a restore; `cancels`: they cancel the payouts of these orders',
          ),
        waiting: z.object({
          orders: z.int(),
          worth: moneyAmount,
          until: z.iso.datetime().nullable().describe('When the first of these orders is refunded'),
        }),
        booked: z.boolean().describe('True if the difference was booked as a loss or gain since the last comparison'),
        wait: z
          .object({ until: z.iso.datetime(), by: personName, why: z.string(), over: z.boolean() })
          .nullable()
          .describe('Until when the alert about the difference is snoozed'),
        actions: z.array(differenceAction),
      }),
    ),
  }),
  errors: [],
  example: {
    request: {},
  },
});
