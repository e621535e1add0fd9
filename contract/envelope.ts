import { z } from 'zod';
import { errors } from './errors.ts';

/** The respCode of a call that did what was asked. */
export const RESP_OK = '200';

/** What `data` holds when respCode is not 200. */
export const errorDetail = z
  .object({
    error: z.enum(Object.keys(errors) as [keyof typeof errors]).describe('Stable key of the error'),
    facts: z.record(z.string(), z.union([z.string(), z.number()])),
  })
  .meta({ id: 'ErrorDetail' });

export type ErrorDetail = z.infer<typeof errorDetail>;
