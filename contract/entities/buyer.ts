import { z } from 'zod';
import { asciiDigits } from '../asciiDigits.ts';
import { needsPostalCode } from './postalCodes.ts';
import { countryCode, epochSeconds, shortText } from './scalars.ts';

export const userInfo = z
  .object({
    authToken: z.string(),
    expTime: epochSeconds,
    kyc_level: z.int().min(0).max(2).describe('0 an e-mail address, 1 details accepted, 2 document verified'),
    email: z.string(),
  })
  .meta({ id: 'UserInfo' });

/** What a browser says of itself, in two names without a version; empty where it says nothing known. */
export const deviceWords = z.object({
  browser: z.string(),
  system: z.string(),
  country: z.string().describe('ISO 3166 code of the place of its IP; empty where that is not known'),
});

export const loginEntry = deviceWords
  .extend({
    outcome: z.enum(['logged_in', 'failed']),
    by: z.enum(['code', 'passkey', 'partner']).describe('What it was proved with, or should have been'),
    times: z.int().describe('Failures alike within an hour are one entry'),
    at: z.iso.datetime(),
  })
  .meta({ id: 'LoginEntry' });

/** '0' none, '1' approved, '2' refused, '3' under review. */
export const detailsOutcome = z.enum(['0', '1', '2', '3']).meta({ id: 'DetailsOutcome' });

/** '0' needed, '1' done, '2' refused, '3' under review. */
export const identificationOutcome = z.enum(['0', '1', '2', '3']).meta({ id: 'IdentificationOutcome' });

/**
 * A given or family name as a passport has it, in any script: letters with their marks, and what stands between them. Who
 * has a single name gives it as both. Spaces of other widths, as texts and forms are filled with, become plain ones, so that
 * a name is one name however it was pasted. NOTE: U+200C keeps letters of Persian and of Indian scripts apart.
 */
export const personName = z
  .string()
  .overwrite((name) => name.replaceAll(/\p{Zs}+/gu, ' '))
  .trim()
  .max(100)
  .regex(/^(?=.*\p{L})[\p{L}\p{M}\u200C '’‘ʼʻʹʾʿ`´′＇.·‐‑-]+$/u, 'must be a name, in letters');

export const kycDetails = z.object({
  firstName: personName,
  lastName: personName,
  birthDate: z.string().overwrite(asciiDigits).check(z.iso.date('must be a date such as 1990-05-31')),
  citizenship: countryCode,
  city: shortText,
  purpose: z.string().min(1).max(64),
  phone: z.string().overwrite(asciiDigits).trim().min(5).max(32),
});

export const savedCard = z
  .object({ cardId: z.string(), brand: z.string(), last4: z.string(), expiryMonth: z.int(), expiryYear: z.int() })
  .meta({ id: 'SavedCard' });

export const billingAddress = z
  .object({
    name: shortText,
    country: countryCode,
    city: shortText,
    zip: z
      .string()
      .overwrite(asciiDigits)
      .trim()
      .max(16)
      .describe('May be empty only in countries without postal codes, such as AE and HK'),
    address: z.string().trim().min(1).max(200),
  })
  .refine(({ country, zip }) => zip !== '' || !needsPostalCode(country), { path: ['zip'], error: 'is missing' })
  .meta({ id: 'BillingAddress' });

export const SAVED_ADDRESS_NAME_MAX = 25;

export const savedAddressName = z
  .string()
  .trim()
  .refine(
    (name) => Array.from(name).length <= SAVED_ADDRESS_NAME_MAX,
    `must not exceed ${SAVED_ADDRESS_NAME_MAX} characters`,
  );

export const savedAddress = z
  .object({
    addressId: z.string(),
    crypto: z.string(),
    network: z.string(),
    address: z.string(),
    name: z.string(),
  })
  .meta({ id: 'SavedAddress' });

export const listEntry = z.object({ id: z.string(), name: z.string() }).meta({ id: 'ListEntry' });
