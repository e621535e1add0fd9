import { z } from 'zod';
import { defineConsoleCall } from '../../defineCall.ts';
import {
  keyId,
  personName,
  personRole,
  signedStatement,
  signedStatementExample,
} from '../../entities/console/consolePerson.ts';
import { roles } from '../../entities/roles.ts';

const code = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^[0-9A-Z]{20}$/, 'must be the 20 letters and digits of an invitation');

const newCredential = z
  .object({
    id: z.string().min(1).max(1024),
    rawId: z.string().min(1).max(1024),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: z.string().min(1).max(4096),
      attestationObject: z.string().min(1).max(16_384),
    }),
  })
  .describe('The new passkey, as returned by PublicKeyCredential.toJSON in the browser');

const newCredentialExample = {
  id: 'AbCdEfGhIjKlMnOp',
  rawId: 'AbCdEfGhIjKlMnOp',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoi…', attestationObject: 'o2NmbXRk…' },
} as const;

const CODE = '7KQ2M4XD9TAB3HWPEN56';

/** Called before an invited person has a passkey. */
export const joinOptions = defineConsoleCall({
  name: 'joinOptions',
  summary: "Returns the options with which an invited person's browser creates a passkey",
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
  example: { request: { code: CODE } },
});

/** Returns the text that the new passkey signs to prove its possession. */
export const joinText = defineConsoleCall({
  name: 'joinText',
  summary: 'Returns the statement that a new passkey signs to prove that the invited person holds it',
  auth: 'none',
  roles,
  guard: 'reads',
  request: z.object({ code, created: newCredential }),
  data: z.object({ text: z.string(), relyingParty: z.string() }),
  errors: ['act_refused'],
  example: {
    request: { code: CODE, created: newCredentialExample },
  },
});

export const join = defineConsoleCall({
  name: 'join',
  summary: 'Submits a passkey under an invitation, once; it has no rights before an admin has enrolled it',
  auth: 'none',
  roles,
  guard: 'signed',
  request: z.object({ code, created: newCredential, statement: signedStatement }),
  data: z.object({ name: personName, roles: z.array(personRole), keyId }),
  errors: ['act_refused'],
  example: {
    request: { code: CODE, created: newCredentialExample, statement: signedStatementExample },
  },
});
