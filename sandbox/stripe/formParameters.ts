import { parse } from 'qs';
import { z } from 'zod';
import { createParameterError } from './stripeApiError.ts';

/** Decodes Stripe's form-encoded bodies and queries: all values are text, lists and objects use brackets. */
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

export const formSetupUsage = z.enum(['on_session', 'off_session']);

/** Validates the parameters of a request. Throws Stripe's error for the first fault. */
export function parseForm<Schema extends z.ZodType>(schema: Schema, form: unknown): z.output<Schema> {
  const result = schema.safeParse(form);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const path = issue?.path.map(String) ?? [];
  if (issue?.code === 'unrecognized_keys') {
    const param = formatParameterName([...path, issue.keys[0] ?? '']);
    throw createParameterError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = formatParameterName(path);
  if (issue?.code === 'invalid_type' && issue.input === undefined) {
    throw createParameterError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  throw createParameterError(`Invalid ${param}: ${issue?.message ?? 'not understood'}`, { param });
}

function formatParameterName([first = '', ...rest]: readonly string[]): string {
  return first + rest.map((part) => `[${part}]`).join('');
}
