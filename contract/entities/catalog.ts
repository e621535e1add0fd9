import { z } from 'zod';
import { amountText, currencyCode } from './scalars.ts';

export const countryEntry = z
  .object({ currency: z.string(), code: z.string(), country: z.string() })
  .meta({ id: 'CountryEntry' });

export const countryList = z
  .object({
    currCode: z.string().describe('ISO 3166 code of the country that the request came from'),
    isBan: z.union([z.literal(0), z.literal(1)]).describe('1: the region is not served'),
    currCountry: z.string(),
    list: z.array(countryEntry),
  })
  .meta({ id: 'CountryList' });

export const payCurrency = z
  .object({
    network: z.string(),
    currency: currencyCode,
    name: z.string(),
    decimals: z.int(),
    imgUrl: z.string(),
    minAmount: amountText,
    maxAmount: amountText,
    imageList: z.array(z.string()).describe('Icons of the payment methods for this currency'),
  })
  .meta({ id: 'PayCurrency' });

export const receiveCurrency = z
  .object({
    network: z.string(),
    networkName: z.string(),
    symbol: z.string(),
    currency: currencyCode,
    name: z.string(),
    decimals: z.int().describe('Number of decimals in quoted amounts'),
    contract: z.string().describe('Token contract; empty for a native coin'),
    imgUrl: z.string(),
    minAmount: amountText,
    maxAmount: amountText,
    is_popular: z.boolean(),
  })
  .meta({ id: 'ReceiveCurrency' });
