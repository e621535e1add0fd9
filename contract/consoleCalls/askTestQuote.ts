import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';

export const askTestQuote = defineConsoleCall({
  name: 'askTestQuote',
  summary:
    'Lets a worker ask one provider for an offer, whether or not it is switched off; one that is being asked is not asked twice, and none more than once in ten seconds. What is left out is the operator’s usual',
  auth: 'session',
  roles: ['support', 'compliance', 'treasurer', 'admin'],
  guard: 'free',
  request: z.object({
    provider: z.string().min(1).max(40),
    pay: z
      .string()
      .regex(/^(?:\d{1,12}(?:\.\d{1,8})?)?$/)
      .default('')
      .describe('What a buyer would pay, of the default currency'),
    crypto: z.string().max(33).default(''),
  }),
  data: z.object({ id: z.int() }),
  errors: ['not_found', 'act_refused'],
  example: { request: { provider: 'moonpay', pay: '250', crypto: 'ETH' }, data: { id: 12 } },
});
