import { z } from 'zod';
import { defineCall } from '../../defineCall.ts';
import { deviceFields, loginEntry } from '../../entities/buyer/buyer.ts';
import { listedPasskey } from '../../entities/buyer/passkey.ts';
import { createdAt } from '../../entities/scalars.ts';

export const sessionList = defineCall({
  name: 'sessionList',
  tag: 'account',
  summary: 'Open sessions of the buyer, recent successful and failed logins, and passkeys',
  auth: 'required',
  request: z.object({}),
  data: z.object({
    sessions: z.array(
      deviceFields.extend({
        sessionId: z.uuid(),
        current: z.boolean().describe('The session of this call'),
        createdAt,
        lastSeenAt: z.iso.datetime().describe('Accurate to the minute'),
      }),
    ),
    logins: z.array(loginEntry),
    passkeys: z.array(listedPasskey),
    passkeysOffered: z
      .boolean()
      .describe('True if a passkey can be added; false for an account that a partner vouches for'),
  }),
  errors: [],
  example: {
    request: {},
    data: {
      sessions: [
        {
          sessionId: '7d1f4a6e-52c1-4b0e-9f0c-3f1d2a9b8c77',
          current: true,
          browser: 'Firefox',
          system: 'Linux',
          country: 'DE',
          createdAt: '2026-11-21T09:58:12.000Z',
          lastSeenAt: '2026-11-21T10:00:00.000Z',
        },
      ],
      logins: [
        {
          outcome: 'logged_in',
          by: 'code',
          times: 1,
          at: '2026-11-21T09:58:12.000Z',
          browser: 'Firefox',
          system: 'Linux',
          country: 'DE',
        },
      ],
      passkeys: [],
      passkeysOffered: true,
    },
  },
});
