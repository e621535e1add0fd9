import type { Cells } from '../../platform/config/cells.ts';
import { readableToken } from '../../platform/secrets.ts';

/** 100 bits in characters that can be read out loud. */
const LENGTH = 20;

/** No number of a Slipway that stands alone has a dash, so that a cell keeps the orders of its time before. */
const OF_CELL = /^([A-HJ-NP-Z])-[2-9A-HJ-NP-Z]{20}$/;

/** `7KQ2M4XD9TAB3HWPEN56`, or in cell E `E-7KQ2M4XD9TAB3HWPEN56`: two cells cannot give the same. */
export function newOrderNumber(cells: Cells | undefined): string {
  const number = readableToken(LENGTH);
  return cells ? `${cells.own}-${number}` : number;
}

/** Where the cell is that has given a number; undefined for this cell's, for those without a letter, and for an unknown one. */
export function originElsewhere({ own, origins }: Cells, orderNo: unknown): string | undefined {
  const letter = typeof orderNo === 'string' ? OF_CELL.exec(orderNo)?.[1] : undefined;
  return letter === undefined || letter === own ? undefined : origins.get(letter);
}
