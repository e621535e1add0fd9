import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PARTNERS = new URL('../configuration/partners.json', import.meta.url);

/** The shop's partner id. */
export const SHOP_PARTNER = 'shop';

type Partner = { readonly origins: readonly string[]; readonly redirects: readonly string[] };

/** Writes the partner's row with the shop's actual origin, as a seed that precedes all others. */
export function writeShopSeed(folder: string, port: number): void {
  const partners = JSON.parse(readFileSync(PARTNERS, 'utf8')) as Readonly<Record<string, Partner>>;
  const row = partners[SHOP_PARTNER];
  if (!row) throw new Error(`partners.json has no ${SHOP_PARTNER}`);
  const origin = `http://localhost:${port}`;
  const here = { ...row, origins: [origin, ...row.origins], redirects: [origin, ...row.redirects] };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'partners.json'), `${JSON.stringify({ [SHOP_PARTNER]: here }, null, 2)}\n`);
}
