import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { invitation, proposal, shownPerson } from '../entities/consolePeople.ts';
import { roles } from '../entities/roles.ts';

const KEY = 'q1bD2m7mB3nXvYtQ0s8rJ5uKcW9zLpAeGhTiNoVfRxU';

export const people = defineConsoleCall({
  name: 'people',
  summary: 'Who operates, with which key and roles, whom a second admin has yet to name, and who was invited',
  auth: 'session',
  roles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    persons: z.array(shownPerson),
    waiting: z.array(proposal),
    invitations: z.array(invitation),
    isBroken: z.boolean().describe('Statements about persons were taken out: nobody may do anything'),
  }),
  errors: [],
  example: {
    request: {},
    data: {
      persons: [
        {
          name: 'anna',
          roles: ['treasurer'],
          keyId: KEY,
          credential: 'passkey',
          signOnIssuer: 'https://login.example',
          isRoot: false,
          lastSeen: '2026-11-21T10:38:12.000Z',
        },
      ],
      waiting: [],
      invitations: [],
      isBroken: false,
    },
  },
});
