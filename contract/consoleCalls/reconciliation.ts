import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { figure, sum } from '../entities/consoleFigures.ts';
import { personName } from '../entities/consolePerson.ts';
import { offeredAct, offeredActExample } from '../entities/consoleToday.ts';
import { roles } from '../entities/roles.ts';

/** What has to be chosen with an act, each with the whole of what is signed then. */
const choice = z.object({
  key: z.string().describe('Stays the same from one reading of the page to the next'),
  label: z.string(),
  subject: z.string(),
  input: z.record(z.string(), z.string()),
  left: figure.describe('The difference after it'),
});

const way = z.object({
  kind: z.enum(['book', 'belongs', 'reverse', 'outcome', 'wait', 'accept']),
  row: z.string().nullable().describe('The row that it is about; null: the whole difference'),
  offer: offeredAct,
  left: figure.nullable().describe('The difference after it; null where that is for the choice to say'),
  choose: z.string().describe('What has to be chosen first; empty where nothing has'),
  choices: z.array(choice),
});

export const reconciliation = defineConsoleCall({
  name: 'reconciliation',
  summary: 'Whether the ledger and every place where money lies agree',
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
          worth: sum,
          until: z.iso.datetime().nullable().describe('When the first of them goes back'),
        }),
        booked: z.boolean().describe('As lost or gained, since it was compared'),
        wait: z
          .object({ until: z.iso.datetime(), by: personName, why: z.string(), over: z.boolean() })
          .nullable()
          .describe('Until when nobody is told of it again'),
        ways: z.array(way),
      }),
    ),
  }),
  errors: [],
  example: {
    request: {},
    data: {
      now: '2026-11-21T10:55:08.000Z',
      running: false,
      nextAt: '2026-11-21T10:59:00.000Z',
      places: [
        {
          place: 'chain:eip155:8453',
          name: 'Base',
          begunAt: '2026-10-01T00:00:00.000Z',
          readAt: '2026-11-21T10:54:12.000Z',
          failures: 0,
          failure: null,
          lines: [
            {
              unit: 'USDC_BASE',
              ledger: '1279.400000',
              theirs: '1204.400000',
              difference: '-75.000000',
              state: 'open',
              halted: true,
              differenceId: 12,
            },
          ],
        },
      ],
      differences: [
        {
          id: 12,
          place: 'chain:eip155:8453',
          placeName: 'Base',
          unit: 'USDC_BASE',
          state: 'open',
          difference: '-75.000000',
          unexplained: '0.000000',
          openedAt: '2026-11-21T10:07:00.000Z',
          pendingUntil: null,
          haltedSince: '2026-11-21T10:07:00.000Z',
          halts: ['payout:eip155:8453/erc20:0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'],
          acceptedBy: null,
          acceptedWhy: null,
          rows: [
            {
              id: 'top-up 0xabc',
              fault: 'missing_there',
              here: '75.000000',
              there: '0.000000',
              overdue: true,
              firstSeen: '2026-11-21T09:51:00.000Z',
            },
          ],
          moreRows: 0,
          foundTransactions: [],
          waiting: { orders: 2, worth: { amount: '612.40', unit: 'EUR' }, until: '2026-11-21T16:07:00.000Z' },
          booked: false,
          wait: {
            until: '2026-11-22T09:00:00.000Z',
            by: 'tom',
            why: 'the node’s operator answers tomorrow',
            over: false,
          },
          ways: [{ kind: 'accept', row: null, offer: offeredActExample, left: '-75.000000', choose: '', choices: [] }],
        },
      ],
    },
  },
});
