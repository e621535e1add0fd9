import type { Environment } from '../../platform/config/environment.ts';
import { isPrivateNetworkUrl } from './transportWeakness.ts';

/** Returns faults of the cells' variables that would redirect buyers to a wrong cell or in a loop, one line each. */
export function findCellFaults({ CELL, CELLS, PUBLIC_URL, SLIPWAY_SANDBOX }: Environment): string[] {
  if (CELL === undefined)
    return CELLS.size === 0
      ? []
      : ['CELL is missing: CELLS names the address of each cell, and CELL which of them this is'];
  const here = new URL(PUBLIC_URL).origin;
  const configuredOrigin = CELLS.get(CELL);
  const origins = [...CELLS.values()];
  return [
    ...(configuredOrigin === undefined ? [`CELLS must name this cell too: ${CELL}=${here}`] : []),
    ...(configuredOrigin === undefined || configuredOrigin === here
      ? []
      : [
          `CELLS says that the cell ${CELL} is at ${configuredOrigin}, and PUBLIC_URL at ${here}: one of them is wrong`,
        ]),
    ...(SLIPWAY_SANDBOX === '1' || origins.every((origin) => origin.startsWith('https://'))
      ? []
      : ['CELLS must have only https:// addresses']),
    ...(SLIPWAY_SANDBOX !== '1' || origins.every(isPrivateNetworkUrl)
      ? []
      : ['CELLS must be on this machine or in a private network: SLIPWAY_SANDBOX=1 is only for the sandbox']),
  ];
}
