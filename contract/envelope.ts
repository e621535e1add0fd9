import { z } from 'zod';
import { errors } from './errors.ts';

/** The respCode of a successful call. */
export const RESP_OK = '200';

export const errorDetail = z
  .object({
    error: z.enum(Object.keys(errors) as [keyof typeof errors]).describe('Stable key of the error'),
    facts: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe("Values for the placeholders of the error's text"),
  })
  .meta({ id: 'ErrorDetail', description: 'Content of `data` if respCode is not 200' });

export type ErrorDetail = z.infer<typeof errorDetail>;
