import { type Decimal, parseDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok } from '../../outcome.ts';
import type { VenueAccount, VenueMovement } from '../venuePort.ts';
import type { KrakenMovement } from './krakenAnswers.ts';
import type { KrakenClient } from './krakenClient.ts';
import { unavailable } from './map.ts';

/** Each page costs two calls of an allowance that orders need: what is further back is read from a later start. */
const MOST_PAGES = 400;
/** Kraken's start is exclusive, and its times have a fraction. */
const START_MARGIN_SECONDS = 1;

type Page<Item> = { readonly items: readonly (readonly [id: string, item: Item])[]; readonly count: number };

/** The account as one moment shows it: its books are read before the balances and looked at after them. */
export async function readKrakenAccount(client: KrakenClient, since: Date): Promise<Outcome<VenueAccount>> {
  const start = Math.floor(since.getTime() / 1000) - START_MARGIN_SECONDS;
  try {
    const movements = await allPages((offset) => client.ledgerPage(start, offset));
    const balances = await client.balances();
    const after = await client.ledgerPage(start, 0);
    if (!movements || after.count !== movements.size || after.items.some(([id]) => !movements.has(id)))
      return { kind: 'pending' };
    const orders = movements.size === 0 ? new Map() : await allPages((offset) => client.tradesPage(start, offset));
    if (!orders) return { kind: 'pending' };
    return ok({
      balances: await Promise.all(
        Object.entries(balances).map(async ([asset, amount]) => ({
          currency: await client.codeOf(asset),
          value: signedDecimal(amount),
        })),
      ),
      movements: await Promise.all(
        [...movements].map(([id, line]) => readMovement(client, id, line, orders.get(line.refid)?.ordertxid)),
      ),
    });
  } catch (error) {
    return unavailable(error);
  }
}

async function readMovement(
  client: KrakenClient,
  movementId: string,
  { refid, type, asset, amount, fee, time }: KrakenMovement,
  order: string | undefined,
): Promise<VenueMovement> {
  const moved = signedDecimal(amount);
  const charged = signedDecimal(`-${fee}`);
  const scale = Math.max(moved.scale, charged.scale);
  const at = ({ coefficient, scale: own }: Decimal) => coefficient * 10n ** BigInt(scale - own);
  return {
    movementId,
    groupedBy: order ?? refid,
    isOfOrder: order !== undefined || type === 'trade',
    amount: { currency: await client.codeOf(asset), value: { coefficient: at(moved) + at(charged), scale } },
    at: new Date(time * 1000),
  };
}

/** All items of all pages by id; undefined when there were more while they were read. */
async function allPages<Item>(page: (offset: number) => Promise<Page<Item>>): Promise<Map<string, Item> | undefined> {
  const items = new Map<string, Item>();
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const { items: more, count } = await page(items.size);
    for (const [id, item] of more) items.set(id, item);
    if (items.size === count) return items;
    if (items.size > count || more.length === 0) return undefined;
  }
  throw new Error('the account has moved too often to be read at once');
}

function signedDecimal(text: string): Decimal {
  if (!text.startsWith('-')) return parseDecimal(text);
  const { coefficient, scale } = parseDecimal(text.slice(1));
  return { coefficient: -coefficient, scale };
}
