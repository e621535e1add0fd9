import { z } from 'zod';
import { withAsciiDomain } from '../../asciiDomain.ts';
import { defineCall } from '../../defineCall.ts';
import { removeInvisible } from '../../plainText.ts';

/** The pattern of `z.email`, plus top-level domains of other scripts in ASCII form, such as `xn--p1ai`. */
const EMAIL =
  /^(?:[A-Za-z0-9_'+-]+\.)*[A-Za-z0-9_'+-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|xn--[A-Za-z0-9-]{2,})$/;

export const email = z
  .string()
  .overwrite(removeInvisible)
  .trim()
  .toLowerCase()
  .overwrite(withAsciiDomain)
  .max(254)
  .meta({ format: 'email', pattern: EMAIL.source })
  .pipe(z.email({ pattern: EMAIL, error: 'must be an email address' }))
  .describe("The buyer's email address");

export const sendCode = defineCall({
  name: 'sendCode',
  tag: 'account',
  summary: 'Sends a six-digit code by email; the answer is the same for every address',
  auth: 'none',
  request: z.object({
    email,
    work: z
      .string()
      .max(200)
      .optional()
      .describe('The challenge of work_needed, a full stop, and the counter that solves it'),
  }),
  data: z.object({ resendAfter: z.int().describe('Seconds until another code can be requested') }),
  errors: ['code_too_soon', 'work_needed'],
  example: { request: { email: 'anna@example.com' }, data: { resendAfter: 60 } },
});
