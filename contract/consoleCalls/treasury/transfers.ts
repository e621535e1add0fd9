import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { deadline, figure, moneyAmount } from '../../entities/console/consoleFigures.ts';
import { personName } from '../../entities/console/consolePerson.ts';
import { operatorRequest } from '../../entities/console/consoleRequest.ts';
import { availableAction } from '../../entities/console/consoleToday.ts';
import { moveKinds, transferRow, transferStep } from '../../entities/console/consoleTransfer.ts';
import { roles } from '../../entities/roles.ts';
import { cryptoId, explorerUrl } from '../../entities/scalars.ts';

export const transfer = defineConsoleCall({
  name: 'transfer',
  summary: 'One transfer from the exchange: its steps, and what happens if no one acts',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: z.int().min(1) }),
  data: transferRow.extend({
    steps: z.array(transferStep),
    clock: deadline.nullable(),
    explorerUrl: explorerUrl.nullable(),
    request: operatorRequest.nullable().describe('The request while it awaits a second approval; otherwise null'),
  }),
  errors: ['not_found'],
  example: {
    request: { id: 41 },
  },
});

export const moves = defineConsoleCall({
  name: 'moves',
  summary: 'Possible treasury requests, and the options of their forms',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    kinds: z.array(
      z.object({
        kind: z.enum(moveKinds),
        label: z.string(),
        effect: z.string(),
        allowed: z.boolean(),
        why: z.string().describe('Reason why this person may not request it; empty if they may'),
      }),
    ),
    coins: z.array(
      z.object({
        crypto: cryptoId,
        unit: z.string(),
        network: z.string(),
        free: figure
          .nullable()
          .describe('Balance at the exchange that is available, by its last report; null if there is none'),
        propose: figure.nullable().describe('Amount that the forecast suggests'),
      }),
    ),
    targets: z
      .array(
        z.object({
          network: z.string(),
          address: z.string(),
          own: z.boolean().describe('True for an address of the treasury'),
          since: z.iso.datetime(),
          requestedBy: personName.nullable(),
          approvedBy: personName.nullable(),
        }),
      )
      .describe('Allow-list of addresses for withdrawals'),
    networks: z.array(z.string()),
    bookings: z
      .array(z.object({ entry: z.string(), amount: moneyAmount, bookedOn: z.iso.date(), party: z.string() }))
      .describe('Bank bookings that belong to no order'),
  }),
  errors: [],
  example: {
    request: {},
  },
});

export const previewMove = defineConsoleCall({
  name: 'previewMove',
  summary: 'Previews a treasury request and whether it is allowed, without submitting it',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({
    kind: z.enum(moveKinds),
    fields: z
      .record(z.string().max(20), z.string().max(200))
      .describe('Fields as entered: crypto, amount, to; transaction, from; …'),
  }),
  data: z.object({
    act: availableAction,
    facts: z.array(
      z.object({
        label: z.string(),
        sum: moneyAmount.nullable(),
        text: z.string(),
        form: z.enum(['text', 'address']).describe('`address`: displayed in full'),
        tone: z.enum(['plain', 'warn']),
      }),
    ),
    whyTwo: z.string().describe('Reason why a second approval is or is not required'),
  }),
  errors: [],
  example: {
    request: { kind: 'withdraw', fields: { crypto: 'ETH', amount: '3.2' } },
  },
});
