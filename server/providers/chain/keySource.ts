import { z } from 'zod';
import type { Variables } from '../vendor.ts';
import { pkcs11Uri } from './pkcs11Uri.ts';

/** Configuration of a secp256k1 key: exactly one of the first three fields is set. */
export const keySourceFields = {
  privateKey: z
    .string()
    .regex(/^(?:0x)?[0-9a-fA-F]{64}$/, 'must be 32 bytes in hexadecimal')
    .optional(),
  /** An encrypted PKCS #8 key in PEM. */
  keyFile: z.string().optional(),
  pkcs11: pkcs11Uri.optional(),
  /** For the key file. */
  passphraseFile: z.string().optional(),
};

const SOURCE_FIELDS = ['privateKey', 'keyFile', 'pkcs11'] as const;
const fields = z.object(keySourceFields);

export type KeySource = Readonly<z.output<typeof fields>>;

/**
 * Returns the variables that configure a key: with the prefix `EVM`, `EVM_TREASURY_KEY` and its alternatives. All key
 * files share one passphrase file.
 */
export function buildKeySourceVariables(prefix: string): Variables {
  return {
    [`${prefix}_TREASURY_KEY`]: { sets: 'privateKey', secret: true },
    [`${prefix}_TREASURY_KEY_FILE`]: { sets: 'keyFile', secretAt: true },
    [`${prefix}_TREASURY_KEY_PKCS11`]: { sets: 'pkcs11', secretAt: true },
    TREASURY_PASSPHRASE_FILE: { sets: 'passphraseFile', secretAt: true },
  };
}

/** Adds an issue unless exactly one source is set, and if a key file has no passphrase file. */
export function checkKeySource(value: object, context: z.RefinementCtx): void {
  const source = value as Partial<Record<keyof KeySource, unknown>>;
  const setFields = SOURCE_FIELDS.filter((field) => source[field] !== undefined);
  if (setFields.length === 0) context.addIssue({ code: 'custom', path: ['privateKey'], message: 'is missing' });
  if (setFields.length > 1) {
    const message = 'is set together with another source of the same key: set only one of them';
    for (const field of setFields) context.addIssue({ code: 'custom', path: [field], message });
  }
  if (source.keyFile !== undefined && source.passphraseFile === undefined)
    context.addIssue({ code: 'custom', path: ['passphraseFile'], message: 'is missing' });
}

/** Returns the field that locates the key. */
export function getSourceField(source: KeySource): (typeof SOURCE_FIELDS)[number] {
  return SOURCE_FIELDS.find((field) => source[field] !== undefined) ?? 'privateKey';
}
