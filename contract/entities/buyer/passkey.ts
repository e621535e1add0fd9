import { z } from 'zod';
import { createdAt } from '../scalars.ts';

const base64url = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\w-]+$/, 'must be base64url');

const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
};

/** Result of the browser's WebAuthn for a new passkey (RegistrationResponseJSON). */
export const passkeyRegistration = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(2000),
      attestationObject: base64url(16_000),
      transports: z.array(z.string().max(32)).max(10).default([]),
    }),
  })
  .meta({ id: 'PasskeyCreated' });

export const passkeyRegistrationExample: z.output<typeof passkeyRegistration> = {
  id: 'mD3x0aKq',
  rawId: 'mD3x0aKq',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    attestationObject: 'o2NmbXRkbm9uZQ',
    transports: [],
  },
};

/** Result of the browser's WebAuthn for an existing passkey (AuthenticationResponseJSON). */
export const passkeyAssertion = z
  .object({
    ...credential,
    response: z.object({
      clientDataJSON: base64url(2000),
      authenticatorData: base64url(4000),
      signature: base64url(8000),
      userHandle: base64url(200).optional(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' });

export const passkeyAssertionExample: z.output<typeof passkeyAssertion> = {
  id: 'mD3x0aKq',
  rawId: 'mD3x0aKq',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0', authenticatorData: 'SZYN5YgO', signature: 'MEUCIQDx' },
};

/** Options for the browser's WebAuthn, in its format (parseCreationOptionsFromJSON, parseRequestOptionsFromJSON). */
export const webAuthnOptions = z.looseObject({ challenge: z.string() }).meta({ id: 'WebAuthnOptions' });

export const listedPasskey = z
  .object({
    passkeyId: z.uuid(),
    browser: z.string(),
    system: z.string(),
    createdAt,
    lastUsedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'ListedPasskey' });
