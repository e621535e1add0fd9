import { z } from 'zod';
import {
  amountText,
  currencyCode,
  currencyId,
  imgUrl,
  intercept,
  isoCountry,
  networkName,
  offerType,
  symbol,
} from './scalars.ts';

export const countryEntry = z
  .object({ currency: currencyId, code: isoCountry, country: z.string().describe('Name of the country') })
  .meta({ id: 'CountryEntry' });

export const countryList = z
  .object({
    currCode: z.string().describe('ISO 3166 code of the country that the request came from'),
    isBan: z.union([z.literal(0), z.literal(1)]).describe('1: the region is not served'),
    currCountry: z.string().describe('Name of the country that the request came from'),
    list: z.array(countryEntry),
  })
  .meta({ id: 'CountryList' });

/** Request of the lists of currencies. */
export const listRequest = z.object({ offerType: offerType.max(64).optional(), intercept });

const amountLimits = {
  minAmount: amountText.describe('Minimum amount of an order'),
  maxAmount: amountText.describe('Maximum amount of an order'),
};

export const decimals = z.int().describe('Maximum number of decimals of an amount');

export const payCurrency = z
  .object({
    network: z.string(),
    currency: currencyCode,
    name: z.string(),
    decimals,
    imgUrl,
    ...amountLimits,
    imageList: z.array(z.string()).describe('Icons of the payment methods for this currency'),
  })
  .meta({ id: 'PayCurrency' });

export const receiveCurrency = z
  .object({
    network: z.string(),
    networkName,
    symbol,
    currency: currencyCode,
    name: z.string(),
    decimals: z.int().describe('Number of decimals in quoted amounts'),
    contract: z.string().describe('Token contract; empty for a native coin'),
    imgUrl,
    ...amountLimits,
    is_popular: z.boolean().describe('True for entries at the top of the list'),
  })
  .meta({ id: 'ReceiveCurrency' });
