import { parse } from 'qs';
import { z } from 'zod';
import { badParameter } from './stripeFault.ts';

/** Stripe's bodies and queries are form-encoded: everything arrives as text, lists and objects by brackets. */
export function decodeForm(text: string): Record<string, unknown> {
  return parse(text, { depth: 6, parameterLimit: 500, plainObjects: true });
}

export const formInteger = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

export const formBoolean = z.enum(['true', 'false']).transform((text) => text === 'true');

export const formList = z.union([
  z.array(z.string()),
  z.record(z.string(), z.string()).transform((entries) => Object.values(entries)),
]);

export const formMetadata = z.union([
  z.record(z.string().max(40), z.string().max(500)),
  z.literal('').transform((): Record<string, string> => ({})),
]);

export const formCurrency = z
  .string()
  .regex(/^[A-Za-z]{3}$/)
  .transform((code) => code.toLowerCase());

export const formUsage = z.enum(['on_session', 'off_session']);

/** Checks parameters; what is wrong is told in Stripe's words and nothing began. */
export function readForm<Schema extends z.ZodType>(schema: Schema, form: unknown): z.output<Schema> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const param = bracketed([...path, issue.keys[0] ?? '']);
    throw badParameter(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = bracketed(path);
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    throw badParameter(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  throw badParameter(`Invalid ${param}: ${issue?.message ?? 'not understood'}`, { param });
}

function bracketed([first = '', ...rest]: readonly string[]): string {
  return first + rest.map((part) => `[${part}]`).join('');
}
