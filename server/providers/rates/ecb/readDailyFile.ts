import { type Decimal, parseDecimal } from '@slipway/money/decimal.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import type { FiatRates } from '../ratesPort.ts';

/** The file has about thirty currencies, and a few may change; far fewer mean a broken file. */
const LEAST_CURRENCIES = 20;

const rateSchema = z.object({
  currency: z.string().regex(/^[A-Z]{3}$/),
  rate: z.string().regex(/^(?:0|[1-9]\d*)(?:\.\d+)?$/),
});

const fileSchema = z.object({
  Envelope: z.object({
    Cube: z.object({
      Cube: z.object({
        time: z.iso.date(),
        Cube: z.array(rateSchema).min(LEAST_CURRENCIES),
      }),
    }),
  }),
});

/** Time of publication: 16:00 in Frankfurt is 14:00 UTC in summer and 15:00 UTC in winter. The earlier is always used. */
const PUBLISHED_AT = 'T14:00:00Z';

/** Attribute values stay strings: the parser must not make floats of the rates. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  removeNSPrefix: true,
  processEntities: false,
});

/** Returns the units of each currency per euro, with the digits of the file. Throws for any other or an incomplete text. */
export function readDailyFile(xml: string): Omit<FiatRates, 'source'> {
  if (xml.includes('<!DOCTYPE')) throw new Error('the daily file declares a document type');
  if (XMLValidator.validate(xml) !== true) throw new Error('the daily file is not well-formed');
  const day = fileSchema.parse(parser.parse(xml)).Envelope.Cube.Cube;
  const rates = new Map<string, Decimal>();
  for (const { currency, rate } of day.Cube) {
    const value = parseDecimal(rate);
    if (value.coefficient === 0n) throw new Error(`the daily file has ${currency} at zero`);
    if (rates.has(currency)) throw new Error(`the daily file has ${currency} twice`);
    rates.set(currency, value);
  }
  return { base: 'EUR', rates, asOf: new Date(`${day.time}${PUBLISHED_AT}`) };
}
