import { z } from 'zod';

const SIGNED_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** An exact decimal string; may be negative. */
export const figure = z.string().regex(SIGNED_DECIMAL).max(60).meta({ id: 'Figure', example: '-1640.00' });

/** An amount with its unit: a currency such as EUR, or a crypto's symbol. */
export const moneyAmount = z.object({ amount: figure, unit: z.string() }).meta({ id: 'Sum' });

/** Deadline of a pending item, by the server's clock, and the consequence if nothing is done before. */
export const deadline = z
  .object({
    since: z.iso.datetime(),
    until: z.iso.datetime().nullable().describe('Null if there is no deadline'),
    otherwise: z.string().describe('What happens if no one acts before the deadline'),
  })
  .meta({ id: 'Deadline' });

/** A value in euros with the assets left out because they have no current price. */
export const euroAmount = z
  .object({
    sum: moneyAmount,
    unpriced: z.array(z.string()).describe('Assets that are excluded because they have no price'),
  })
  .meta({ id: 'EuroSum' });
