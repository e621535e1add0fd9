import { z } from 'zod';
import { roles } from '../roles.ts';

/** A person's name at the operator, as used in statements. */
export const personName = z
  .string()
  .regex(/^[a-z][\w.-]{0,39}$/, 'must be a lowercase name, such as anna')
  .meta({ id: 'PersonName', example: 'anna' });

export const personRole = z.enum(roles).meta({ id: 'PersonRole' });

/** The id of a credential: SHA-256 of its key in base64url. */
export const keyId = z
  .string()
  .regex(/^[\w-]{43}$/, 'must be the 43 characters of a key’s id')
  .meta({ id: 'KeyId', example: 'q1bD2m7mB3nXvYtQ0s8rJ5uKcW9zLpAeGhTiNoVfRxU' });

/** The hash of a statement. */
export const statementHash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal');

/** A signed statement: its text, byte for byte, and the signature over it in base64. */
export const signedStatement = z
  .object({
    text: z.string().min(1).max(32_768),
    signature: z
      .base64()
      .min(1)
      .max(16_384)
      .describe('For an Ed25519 key, the 64 bytes of the signature; for a passkey, the assertion as JSON'),
  })
  .meta({ id: 'SignedStatement' });

export const signedStatementExample: z.output<typeof signedStatement> = {
  text: '{"act":"hold","arguments":{"action":"hold","input":{},"subject":"7KQ2M4XD9TAB3HWPEN56"},"key":"q1bD2m7mB3nXvYtQ0s8rJ5uKcW9zLpAeGhTiNoVfRxU","nonce":"Zm9vYmFyYmF6cXV4MTIzNA","person":"anna","previous":"0000000000000000000000000000000000000000000000000000000000000000","reason":"the buyer asked us to wait","time":"2026-11-21T10:38:12.000Z"}',
  signature: 'MEUCIQDx0m1Zz4Yk5o2J',
};

/** The person logged in to the console and their credentials. */
export const loggedInPerson = z
  .object({
    name: personName,
    roles: z.array(personRole),
    keyId,
    credential: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('ed25519') }),
        z.object({ kind: z.literal('passkey'), credentialId: z.string(), relyingParty: z.string() }),
      ])
      .describe('Credential for signing: a passkey, which the browser requests, or a key of the sandbox'),
  })
  .meta({ id: 'EnteredPerson' });
