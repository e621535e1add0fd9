import { z } from 'zod';

/** Whole Slipways side by side, one a region, each with a letter (docs/scaling.md). */
export type Cells = {
  /** The letter of this one. */
  readonly own: string;
  /** Where buyers reach each of them, this one included, by letter. */
  readonly origins: ReadonlyMap<string, string>;
};

/** The letters of order numbers, which are not mistaken for digits. */
const PAIR = /^([A-HJ-NP-Z])=(https?:\/\/.+)$/;

export const cellLetter = z
  .string()
  .regex(/^[A-HJ-NP-Z]$/, 'must be one capital letter, and neither I nor O')
  .optional();

/** Pairs like `E=https://eu.pay.example`, with commas between. */
export const cellOrigins = z.string().default('').transform(readOrigins);

function readOrigins(text: string, context: z.RefinementCtx): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  for (const pair of text.split(',').map((part) => part.trim())) {
    if (pair === '') continue;
    const [, letter = '', address = ''] = PAIR.exec(pair) ?? [];
    const origin = originOf(address);
    if (origin === undefined) refuse('must be pairs of a letter and an origin, like E=https://eu.pay.example');
    else if (origins.has(letter)) refuse(`names the cell ${letter} twice`);
    else if ([...origins.values()].includes(origin)) refuse(`has two cells at ${origin}`);
    else origins.set(letter, origin);
  }
  return origins;
}

/** Undefined for what has more than scheme, name and port: nothing else of it would be used. */
function originOf(address: string): string | undefined {
  const url = URL.parse(address);
  return url?.href === `${url?.origin}/` ? url.origin : undefined;
}

/** Undefined for a Slipway that stands alone. */
export function cellsOf(environment: {
  readonly CELL?: string | undefined;
  readonly CELLS: ReadonlyMap<string, string>;
}): Cells | undefined {
  return environment.CELL === undefined ? undefined : { own: environment.CELL, origins: environment.CELLS };
}
