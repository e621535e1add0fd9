import { z } from 'zod';
import { moneyAmount } from './consoleFigures.ts';
import { personName, statementHash } from './consolePerson.ts';
import { operatorRequest } from './consoleRequest.ts';
import { availableAction } from './consoleToday.ts';

const cappedAmount = z.object({
  cap: moneyAmount,
  used: moneyAmount.describe('Amount used; exceeds the cap if the cap has been lowered since'),
});

/** State of the signer as it reports it. Its caps are set on its machine and cannot be raised here. */
export const signerState = z
  .object({
    state: z
      .enum(['signs', 'stopped', 'silent', 'unknown'])
      .describe(
        '`silent`: no recent report; `unknown`: never reported, or not in a format that this version understands',
      ),
    reportedAt: z.iso
      .datetime()
      .nullable()
      .describe('Time of the last status report; the signer reports twice a minute'),
    startedAt: z.iso.datetime().nullable(),
    version: z.string().nullable(),
    pricesAt: z.iso
      .datetime()
      .nullable()
      .describe('When the signer last fetched its own prices; it fetches them before it signs'),
    stops: z.array(
      z.object({
        who: personName.nullable().describe("Null if the stop is a file on the signer's machine"),
        statement: statementHash.nullable(),
        since: z.iso.datetime(),
        why: z.string(),
        isSeen: z.boolean().describe('True if the signer has confirmed the stop'),
        start: availableAction.nullable().describe('Action that ends only this stop; null for a file'),
        requests: z.array(operatorRequest).describe('Requests to end the stop that await a second approval'),
      }),
    ),
    caps: z
      .object({
        transaction: moneyAmount,
        fee: moneyAmount,
        hour: cappedAmount,
        day: cappedAmount,
        coins: z.array(cappedAmount),
        secondApprovalAbove: moneyAmount.describe("Amount above which one person's signature is not sufficient"),
      })
      .nullable(),
    largestOrderOfDay: moneyAmount.describe('Value of the largest order signed within the last day'),
    lastSignedAt: z.iso.datetime().nullable(),
    contradictions: z
      .array(z.object({ row: z.string(), change: z.enum(['changed', 'added', 'removed']) }))
      .describe(
        'Configuration rows that differ from the accepted rows without a signed change; the signer uses the accepted rows',
      ),
    signers: z
      .array(
        z.object({
          name: z.string(),
          isActive: z.boolean().describe('True for the signer that holds the lease; no other one can sign'),
          reportedAt: z.iso.datetime(),
          isSilent: z.boolean().describe('True without a report for five minutes'),
          entriesBehind: z
            .int()
            .min(0)
            .describe('Entries of the record that it has not read yet, compared with the other signers'),
          faults: z.array(z.string()),
          stopFile: z.string().nullable().describe('Reason in the stop file of its machine; null without one'),
        }),
      )
      .describe('Every signer with these keys that has reported; one of them signs'),
    stop: availableAction,
  })
  .meta({ id: 'ConsoleSigner' });
