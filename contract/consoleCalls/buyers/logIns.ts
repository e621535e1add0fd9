import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import { availableAction } from '../../entities/console/consoleToday.ts';
import { isoCountry } from '../../entities/scalars.ts';

export const logIns = defineConsoleCall({
  name: 'logIns',
  summary: 'Buyers’ logins, failed logins and refused calls of the last 90 days; records who has read them',
  auth: 'session',
  roles: ['support', 'compliance', 'treasurer', 'admin'],
  guard: 'free',
  request: z.object({
    q: z.string().trim().max(254).default('').describe('An email address, a network or an account; empty for all'),
  }),
  data: z.object({
    rows: z.array(
      z.object({
        id: z.int(),
        kind: z.enum(['logged_in', 'login_failed', 'refused']),
        call: z.string(),
        reason: z.string().describe('Error key of a refused call; otherwise empty'),
        buyerId: z.string().nullable(),
        mail: z.string().describe('Masked email address of a failed login; otherwise empty'),
        network: z.string().describe('An IPv4 address, or the /64 of an IPv6 address'),
        country: isoCountry,
        device: z.string(),
        firstAt: z.iso.datetime(),
        lastAt: z.iso.datetime(),
        times: z.int(),
      }),
    ),
    isCut: z.boolean().describe('True if there are older entries'),
    actions: z
      .array(availableAction)
      .describe('Actions that end sessions: those of the buyer found by email, and those of all buyers'),
  }),
  errors: [],
  example: { request: { q: 'karin@mail.example' } },
});
