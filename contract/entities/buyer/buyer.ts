import { z } from 'zod';
import { removeInvisible, tidyText } from '../../plainText.ts';
import { toAsciiDigits } from '../../toAsciiDigits.ts';
import { countryCode, epochSeconds, plainText, shortText } from '../scalars.ts';
import { needsPostalCode } from './postalCodes.ts';

export const userInfo = z
  .object({
    authToken: z.string(),
    expTime: epochSeconds,
    kyc_level: z.int().min(0).max(2).describe('0: only an email address, 1: details accepted, 2: document verified'),
    email: z.string(),
  })
  .meta({ id: 'UserInfo' });

/** Browser and system as reported by the browser, without versions; empty if unknown. */
export const deviceFields = z.object({
  browser: z.string(),
  system: z.string(),
  country: z.string().describe('ISO 3166 code of the country of the IP address; empty if unknown'),
});

export const loginEntry = deviceFields
  .extend({
    outcome: z.enum(['logged_in', 'failed']),
    by: z.enum(['code', 'passkey', 'partner']).describe('Credential of the login or of the failed attempt'),
    times: z.int().describe('Number of attempts; identical failures within an hour are one entry'),
    at: z.iso.datetime(),
  })
  .meta({ id: 'LoginEntry' });

/** '0' none, '1' approved, '2' refused, '3' under review. */
export const detailsOutcome = z.enum(['0', '1', '2', '3']).meta({ id: 'DetailsOutcome' });

/** '0' needed, '1' done, '2' refused, '3' under review. */
export const identificationOutcome = z.enum(['0', '1', '2', '3']).meta({ id: 'IdentificationOutcome' });

/**
 * A given or family name as in a passport, in any script: letters with their marks, and the apostrophes, hyphens, dots and
 * separators between them. A buyer with a single name enters it as both. Letters are composed (NFC), spaces of other widths
 * become plain ones and invisible characters are removed, so that a name is stored the same however it was pasted. U+200C and
 * U+200D separate and join letters of Persian and of Indian scripts.
 */
export const givenOrFamilyName = z
  .string()
  .overwrite((name) =>
    removeInvisible(name)
      .normalize('NFC')
      .replaceAll(/\p{Zs}+/gu, ' '),
  )
  .trim()
  .max(100)
  .regex(/^(?=.*\p{L})[\u200D\p{L}\p{M}\p{Pd}\u200C '’‘ʼʻʹʾʿ`´′＇՚׳״.·‧・་]+$/u, 'must be a name, in letters');

/** Accepts digits of any script, as they are copied. */
const toAsciiLine = (text: string) => toAsciiDigits(tidyText(text));

export const kycDetails = z.object({
  firstName: givenOrFamilyName,
  lastName: givenOrFamilyName,
  birthDate: z.string().overwrite(toAsciiLine).check(z.iso.date('must be a date such as 1990-05-31')),
  citizenship: countryCode,
  city: shortText,
  purpose: z.string().min(1).max(64),
  phone: z
    .string()
    .overwrite((phone) => toAsciiLine(phone).replace('＋', '+'))
    .min(5)
    .max(32),
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
      .overwrite(toAsciiLine)
      .max(16)
      .regex(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u, 'must be plain text')
      .describe('May be empty only in countries without postal codes, such as AE and HK'),
    address: plainText(200),
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
