import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { personName } from '../entities/consolePerson.ts';
import { operatorRequest, operatorRequestExample } from '../entities/consoleRequest.ts';
import { offeredAct, offeredActExample } from '../entities/consoleToday.ts';
import { roles } from '../entities/roles.ts';

export const alert = defineConsoleCall({
  name: 'alert',
  summary: 'One alert: what stands still, who has it, and what happens if nobody does',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({ id: z.int().min(1) }),
  data: z.object({
    id: z.int(),
    kind: z.string(),
    means: z.string(),
    at: z.iso.datetime(),
    times: z.int(),
    orderNo: z.string().nullable(),
    facts: z.array(z.object({ name: z.string(), value: z.string() })),
    wakes: z.boolean().describe('A person is woken for it'),
    holder: personName.nullable().describe('Who has said that they have it'),
    seenAt: z.iso.datetime().nullable(),
    otherwise: z.string(),
    ways: z.array(offeredAct),
    requests: z
      .array(operatorRequest)
      .describe('What waits for a second person about the same order, or about the signer'),
    onDuty: z.array(personName).describe('Who may be handed it; those on duty come first'),
  }),
  errors: ['not_found'],
  example: {
    request: { id: 17 },
    data: {
      id: 17,
      kind: 'books_differ',
      means: 'the ledger and the place where money lies do not agree: what leaves from there has stopped',
      at: '2026-11-21T02:07:00.000Z',
      times: 1,
      orderNo: null,
      facts: [{ name: 'amount', value: '-75.000000 USDC_BASE' }],
      wakes: true,
      holder: null,
      seenAt: null,
      otherwise: 'dora is told at 02:12.',
      ways: [{ ...offeredActExample, act: 'seen', action: 'seen', subject: '17', takesTwo: false, approvers: [] }],
      requests: [{ ...operatorRequestExample, action: 'start-signing', subject: 'signer' }],
      onDuty: ['dora'],
    },
  },
});
