import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { availableAction } from '../entities/consoleToday.ts';

export const logIns = defineConsoleCall({
  name: 'logIns',
  summary: 'Buyers’ logins, failed logins and refused calls of the last 90 days; records who has read them',
  auth: 'session',
  roles: ['support', 'compliance', 'treasurer', 'admin'],
  guard: 'free',
  request: z.object({
    q: z.string().trim().max(254).default('').describe('An e-mail address, a network or an account; empty for all'),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(['logged_in', 'login_failed', 'refused']),
        call: z.string(),
        reason: z.string().describe('Of a refusal: its error; else empty'),
        buyerId: z.string().nullable(),
        mail: z.string().describe('Of a failed log-in, masked; else empty'),
        network: z.string().describe('An IPv4 address, or the /64 of an IPv6 address'),
        country: z.string(),
        device: z.string(),
        firstAt: z.iso.datetime(),
        lastAt: z.iso.datetime(),
        times: z.int(),
      }),
    ),
    isCut: z.boolean().describe('There are older ones'),
    ways: z
      .array(availableAction)
      .describe('Ending sessions: of the buyer who was searched for by e-mail, and of all buyers'),
  }),
  errors: [],
  example: { request: { q: 'karin@mail.example' } },
});
