import { z } from 'zod';
import { defineConsoleCall } from '../defineCall.ts';
import { keyId, personName, personRole, signedExample, signedStatement } from '../entities/consolePerson.ts';
import { roles } from '../entities/roles.ts';

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{20}$/, 'must be the 20 letters of an invitation');

const created = z
  .object({
    id: z.string().min(1).max(1024),
    rawId: z.string().min(1).max(1024),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: z.string().min(1).max(4096),
      attestationObject: z.string().min(1).max(16_384),
    }),
  })
  .describe('What the browser has made, as PublicKeyCredential.toJSON gives it');

const createdExample = {
  id: 'AbCdEfGhIjKlMnOp',
  rawId: 'AbCdEfGhIjKlMnOp',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoi…', attestationObject: 'o2NmbXRk…' },
} as const;

const CODE = '7KQ2M4XD9TAB3HWPEN56';

/** Before an invited person has a passkey. */
export const joinOptions = defineConsoleCall({
  name: 'joinOptions',
  summary: 'What a browser makes a passkey with, for whoever was invited',
  auth: 'none',
  roles,
  guard: 'reads',
  request: z.object({ code }),
  data: z.object({
    name: personName,
    roles: z.array(personRole),
    options: z.record(z.string(), z.unknown()).describe('PublicKeyCredentialCreationOptionsJSON of WebAuthn'),
  }),
  errors: ['act_refused'],
  example: { request: { code: CODE }, data: { name: 'karl', roles: ['support'], options: { challenge: 'c2FtcGxl' } } },
});

/** What the new passkey signs to prove that it is there. */
export const joinText = defineConsoleCall({
  name: 'joinText',
  summary: 'The statement by which a new passkey shows that whoever was invited has it',
  auth: 'none',
  roles,
  guard: 'reads',
  request: z.object({ code, created }),
  data: z.object({ text: z.string(), relyingParty: z.string() }),
  errors: ['act_refused'],
  example: {
    request: { code: CODE, created: createdExample },
    data: { text: signedExample.text, relyingParty: 'console.example' },
  },
});

export const join = defineConsoleCall({
  name: 'join',
  summary: 'Hands in a passkey under an invitation, once; it gives no right before an admin has named it',
  auth: 'none',
  roles,
  guard: 'signed',
  request: z.object({ code, created, statement: signedStatement }),
  data: z.object({ name: personName, roles: z.array(personRole), keyId }),
  errors: ['act_refused'],
  example: {
    request: { code: CODE, created: createdExample, statement: signedExample },
    data: { name: 'karl', roles: ['support'], keyId: 'q1bD2m7mB3nXvYtQ0s8rJ5uKcW9zLpAeGhTiNoVfRxU' },
  },
});
