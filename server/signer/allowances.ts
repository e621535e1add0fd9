import { readFile } from 'node:fs/promises';

/**
 * What a person may allow for an order: `paid` that it counts as paid though nobody proves it, `value` that it sends more than
 * was paid for, `again` that it is paid once more though a payout was signed before.
 */
export const ALLOWANCES = ['paid', 'value', 'again'] as const;

export type Allowance = (typeof ALLOWANCES)[number];

export type Allowances = { has(orderNo: string, allowance: Allowance): boolean };

/** Reads a file of the signer's own machine: a line `ORDER ALLOWANCE` each, and what begins with # is a remark. No file allows nothing. */
export async function readAllowances(path: string): Promise<Allowances> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const lines = new Set(text.split('\n').map((line) => line.trim().split(/\s+/, 2).join(' ')));
  return { has: (orderNo, allowance) => lines.has(`${orderNo} ${allowance}`) };
}
