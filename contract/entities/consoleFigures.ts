import { z } from 'zod';

const SIGNED_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** A decimal string, which may be below zero: every digit is shown. */
export const figure = z.string().regex(SIGNED_DECIMAL).max(60).meta({ id: 'Figure', example: '-1640.00' });

/** An amount with what it is of: a currency such as EUR, or a crypto's symbol. */
export const sum = z.object({ amount: figure, unit: z.string() }).meta({ id: 'Sum' });

/** When something ends that waits, by the server's clock, and what comes then if nobody acts. */
export const deadline = z
  .object({
    since: z.iso.datetime(),
    until: z.iso.datetime().nullable().describe('Null where nothing comes by itself'),
    otherwise: z.string().describe('What happens then, in words'),
  })
  .meta({ id: 'Deadline' });

/** What a worth in euros leaves out, since nothing prices it now, is named. */
export const euroSum = z
  .object({ sum, unpriced: z.array(z.string()).describe('Assets that are in it with nothing') })
  .meta({ id: 'EuroSum' });
