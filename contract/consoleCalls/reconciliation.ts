import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { figure, moneyAmount } from '../entities/consoleFigures.ts';
import { personName } from '../entities/consolePerson.ts';
import { availableAction } from '../entities/consoleToday.ts';
import { roles } from '../entities/roles.ts';

/** A choice required by an act, with everything that is signed if it is chosen. */
const actionChoice = z.object({
  key: z.string().describe('Stays the same from one reading of the page to the next'),
  label: z.string(),
  subject: z.string(),
  input: z.record(z.string(), z.string()),
  left: figure.describe('The difference after it'),
});

const differenceAction = z.object({
  kind: z.enum(['book', 'belongs', 'reverse', 'outcome', 'wait', 'accept']),
  row: z.string().nullable().describe('The row that it is about; null: the whole difference'),
  offer: availableAction,
  left: figure.nullable().describe('The difference after it; null where that is for the choice to say'),
  choose: z.string().describe('What has to be chosen first; empty where nothing has'),
  choices: z.array(actionChoice),
});

export const reconciliation = defineConsoleCall({
  name: 'reconciliation',
  summary: 'Whether the ledger and every external account agree',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    now: z.iso.datetime(),
    running: z.boolean().describe('A comparison was asked for and is not done'),
    nextAt: z.iso.datetime().nullable().describe('When the next comparison is due; null where none was ever done'),
    places: z.array(
      z.object({
        place: z.string(),
        name: z.string().describe('As people call it'),
        begunAt: z.iso.datetime().nullable(),
        readAt: z.iso.datetime().nullable().describe('By the machine’s time'),
        failures: z.int(),
        failure: z.string().nullable(),
        lines: z.array(
          z.object({
            unit: z.string(),
            ledger: figure.describe('When the place was read, with what lay there before the books began'),
            theirs: figure,
            difference: figure.describe('What the place has more'),
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
        unexplained: figure.describe('Of it what no row names'),
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
          .array(z.object({ transactionId: z.string(), orderNos: z.array(z.string()), foundAt: z.iso.datetime() }))
          .describe('Transactions of this address that the chain has and that are not booked yet, after a restore'),
        waiting: z.object({
          orders: z.int(),
          worth: moneyAmount,
          until: z.iso.datetime().nullable().describe('When the first of them goes back'),
        }),
        booked: z.boolean().describe('As lost or gained, since it was compared'),
        wait: z
          .object({ until: z.iso.datetime(), by: personName, why: z.string(), over: z.boolean() })
          .nullable()
          .describe('Until when nobody is told of it again'),
        ways: z.array(differenceAction),
      }),
    ),
  }),
  errors: [],
  example: {
    request: {},
  },
});
