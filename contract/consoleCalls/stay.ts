import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { roles } from '../entities/roles.ts';

export const stay = defineConsoleCall({
  name: 'stay',
  summary: 'Somebody is at the console: it does not lock',
  auth: 'session',
  roles,
  guard: 'free',
  request: z.object({}),
  data: z.object({ locksAt: z.iso.datetime() }),
  errors: [],
  example: { request: {}, data: { locksAt: '2026-11-21T10:53:12.000Z' } },
});
