import type { Cells } from '../../../platform/config/cells.ts';
import { readableToken } from '../../../platform/secrets.ts';

/** 100 bits, in characters that are easy to read aloud. */
const LENGTH = 20;

/** Numbers of an installation without cells have no dash, so that it keeps its earlier orders when it becomes a cell. */
const CELL_NUMBER = /^([A-HJ-NP-Z])-[2-9A-HJ-NP-Z]{20}$/;

/**
 * Returns a new order number: `7KQ2M4XD9TAB3HWPEN56`, or in cell E `E-7KQ2M4XD9TAB3HWPEN56`, so that two cells never
 * issue the same one.
 */
export function createOrderNumber(cells: Cells | undefined): string {
  const number = readableToken(LENGTH);
  return cells ? `${cells.own}-${number}` : number;
}

/**
 * Returns the origin of the other cell that issued a number; undefined for this cell, a number without a cell's letter, or an
 * unknown cell.
 */
export function findOtherCellOrigin({ own, origins }: Cells, orderNo: unknown): string | undefined {
  const letter = typeof orderNo === 'string' ? CELL_NUMBER.exec(orderNo)?.[1] : undefined;
  return letter === undefined || letter === own ? undefined : origins.get(letter);
}
