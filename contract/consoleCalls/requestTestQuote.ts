import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { cryptoId } from '../entities/scalars.ts';

export const requestTestQuote = defineConsoleCall({
  name: 'requestTestQuote',
  summary:
    'Requests a test quote from one provider, enabled or not; at most one request is pending, and at most one is made in ten seconds. Fields that are left out get the operator’s defaults',
  auth: 'session',
  roles: ['support', 'compliance', 'treasurer', 'admin'],
  guard: 'free',
  request: z.object({
    provider: z.string().min(1).max(40).describe('Id of the provider'),
    pay: z
      .string()
      .regex(/^(?:\d{1,12}(?:\.\d{1,8})?)?$/)
      .default('')
      .describe('Amount that a buyer would pay, in the default currency'),
    crypto: cryptoId.max(33).default(''),
  }),
  data: z.object({ id: z.int() }),
  errors: ['not_found', 'act_refused'],
  example: { request: { provider: 'moonpay', pay: '250', crypto: 'ETH' } },
});
