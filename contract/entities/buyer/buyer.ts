import { z } from 'zod';
import { normalizeToSingleLine, removeInvisible } from '../../plainText.ts';
import { toAsciiDigits } from '../../toAsciiDigits.ts';
import {
  countryCode,
  cryptoId,
  destination,
  epochSeconds,
  isoCountry,
  plainText,
  savedId,
  shortText,
} from '../scalars.ts';
import { needsPostalCode } from './postalCodes.ts';

export const kycLevel = z.int().describe('0: only an email address, 1: details accepted, 2: document verified');

export const userInfo = z
  .object({
    authToken: z.string().describe('From login; valid only together with the session cookie'),
    expTime: epochSeconds,
    kyc_level: kycLevel.min(0).max(2),
    email: z.string().describe("The buyer's email address"),
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

export const detailsOutcome = z
  .enum(['0', '1', '2', '3'])
  .meta({ id: 'DetailsOutcome', description: "'0' none, '1' approved, '2' refused, '3' under review" });

export const identificationOutcome = z
  .enum(['0', '1', '2', '3'])
  .meta({ id: 'IdentificationOutcome', description: "'0' needed, '1' done, '2' refused, '3' under review" });

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

/** Returns the text on one tidy line, with ASCII digits in place of those of other scripts. */
const toAsciiLine = (text: string) => toAsciiDigits(normalizeToSingleLine(text));

const city = shortText.describe('City');

/** Details of a buyer in answers, where they may be masked. */
export const detailTexts = {
  firstName: z.string().describe('First name'),
  lastName: z.string().describe('Last name'),
  birthDate: z.string().describe('Date of birth, such as 1990-05-31'),
  citizenship: isoCountry,
  city: z.string().describe('City'),
  purpose: z.string().describe('An id of getNatureList'),
  phone: z.string().describe('With the country code, such as +49 30 901820'),
};

export const kycDetails = z.object({
  firstName: givenOrFamilyName.describe('First name'),
  lastName: givenOrFamilyName.describe('Last name'),
  birthDate: detailTexts.birthDate.overwrite(toAsciiLine).check(z.iso.date('must be a date such as 1990-05-31')),
  citizenship: countryCode,
  city,
  purpose: detailTexts.purpose.min(1).max(64),
  phone: detailTexts.phone
    .overwrite((phone) => toAsciiLine(phone).replace('＋', '+'))
    .min(5)
    .max(32),
});

export const paidCard = z
  .object({
    brand: z.string().describe('The network of the card, such as visa'),
    last4: z.string().describe("Last four digits of the card's number"),
  })
  .describe('The card that paid');

export const savedCard = z
  .object({
    cardId: z.string().describe('Id of the saved card'),
    ...paidCard.shape,
    expiryMonth: z.int().describe('1 to 12'),
    expiryYear: z.int().describe('Four digits'),
  })
  .meta({ id: 'SavedCard' });

export const billingAddress = z
  .object({
    name: shortText,
    country: countryCode,
    city,
    zip: z
      .string()
      .overwrite(toAsciiLine)
      .max(16)
      .regex(/^[\p{L}\p{N}\p{P}\p{S} ]*$/u, 'must be plain text')
      .describe('May be empty only in countries without postal codes, such as AE and HK'),
    address: plainText(200).describe('Street and house number'),
  })
  .refine(({ country, zip }) => zip !== '' || !needsPostalCode(country), { path: ['zip'], error: 'is missing' })
  .meta({ id: 'BillingAddress' });

export const savedAddressId = savedId.describe('Id of the saved address');

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
    addressId: z.string().describe('Id of the saved address'),
    crypto: cryptoId,
    network: z.string(),
    address: destination.address,
    name: z.string(),
  })
  .meta({ id: 'SavedAddress' });

export const listEntry = z.object({ id: z.string(), name: z.string() }).meta({ id: 'ListEntry' });
