import { z } from 'zod';

/** Independent Slipway installations, one per region, each with a letter (docs/scaling.md). */
export type Cells = {
  /** The letter of this cell. */
  readonly own: string;
  /** Public origins of all cells, this one included, by letter. */
  readonly origins: ReadonlyMap<string, string>;
};

/** The letters used in order numbers, without those that look like digits. */
const PAIR = /^([A-HJ-NP-Z])=(https?:\/\/.+)$/;

export const cellLetter = z
  .string()
  .regex(/^[A-HJ-NP-Z]$/, 'must be one capital letter, and neither I nor O')
  .optional();

/** Comma-separated pairs such as `E=https://eu.pay.example`. */
export const cellOrigins = z.string().default('').transform(readOrigins);

function readOrigins(text: string, context: z.RefinementCtx): ReadonlyMap<string, string> {
  const origins = new Map<string, string>();
  const refuse = (message: string) => context.addIssue({ code: 'custom', message });
  for (const pair of text.split(',').map((part) => part.trim())) {
    if (pair === '') continue;
    const [, letter = '', address = ''] = PAIR.exec(pair) ?? [];
    const origin = parseOrigin(address);
    if (origin === undefined) refuse('must be pairs of a letter and an origin, like E=https://eu.pay.example');
    else if (origins.has(letter)) refuse(`names the cell ${letter} twice`);
    else if ([...origins.values()].includes(origin)) refuse(`has two cells at ${origin}`);
    else origins.set(letter, origin);
  }
  return origins;
}

/** Returns the origin, or undefined if the address has more than scheme, name and port, since the rest would be ignored. */
function parseOrigin(address: string): string | undefined {
  const url = URL.parse(address);
  return url?.href === `${url?.origin}/` ? url.origin : undefined;
}

/** Returns undefined for an installation without cells. */
export function readCells(environment: {
  readonly CELL?: string | undefined;
  readonly CELLS: ReadonlyMap<string, string>;
}): Cells | undefined {
  return environment.CELL === undefined ? undefined : { own: environment.CELL, origins: environment.CELLS };
}
