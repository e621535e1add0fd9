import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { roles } from '../../entities/roles.ts';

export const unsubscribePush = defineConsoleCall({
  name: 'unsubscribePush',
  summary: 'Disables push alerts of the caller in one browser',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({ id: z.string().regex(/^[0-9a-f]{64}$/, 'must be the id of a subscription') }),
  data: z.object({}),
  errors: ['not_found'],
  example: { request: { id: '5d0c1a5f2f7ddc3c2b2a56b8a2e58a1e1f0e1cf8ad36ec1f2dcb9e1a4bb5a9e0' } },
});
