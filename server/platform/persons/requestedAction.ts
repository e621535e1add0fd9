import type { Json } from '@slipway/contract/statements/canonicalJson.ts';
import type { Statement } from '@slipway/contract/statements/statement.ts';
import { z } from 'zod';

/** A requested action, as stored in operator_requests. */
export type RequestedAction = {
  readonly action: string;
  readonly subject: string;
  readonly input: Readonly<Record<string, string>>;
};

/** Returns the signed arguments of a request: everything that its execution uses. */
export function buildRequestArguments({ action, subject, input }: RequestedAction): Readonly<Record<string, Json>> {
  return { action, subject, input };
}

const requestedActionSchema = z.strictObject({
  action: z.string().min(1).max(40),
  subject: z.string().min(1).max(200),
  input: z.record(z.string().max(40), z.string().max(16_384)),
});

/** Reads a statement's request; undefined if it is none. */
export function readRequestedAction({
  act,
  arguments: args,
}: Pick<Statement, 'act' | 'arguments'>): RequestedAction | undefined {
  const parsed = requestedActionSchema.safeParse(args);
  return parsed.success && parsed.data.action === act ? parsed.data : undefined;
}
