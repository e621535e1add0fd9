import { add, type Decimal, parseSignedDecimal } from '@slipway/money/decimal.ts';
import { type Outcome, ok } from '../../outcome.ts';
import type { VenueStatement, VenueStatementLine } from '../venuePort.ts';
import type { KrakenMovement } from './krakenAnswers.ts';
import type { KrakenClient } from './krakenClient.ts';
import { unavailable } from './map.ts';

/** Each page costs two calls of an allowance that orders need: what is further back is read from a later start. */
const MOST_PAGES = 400;
/** Kraken's start is exclusive, and its times have a fraction. */
const START_MARGIN_SECONDS = 1;

type Page<Item> = { readonly items: readonly (readonly [id: string, item: Item])[]; readonly count: number };

/** The account as one moment shows it: its books are read before the balances and looked at after them. */
export async function readKrakenStatement(client: KrakenClient, since: Date): Promise<Outcome<VenueStatement>> {
  const start = Math.floor(since.getTime() / 1000) - START_MARGIN_SECONDS;
  try {
    const lines = await allPages((offset) => client.ledgerPage(start, offset));
    const balances = await client.balances();
    const after = await client.ledgerPage(start, 0);
    if (!lines || after.count !== lines.size || after.items.some(([id]) => !lines.has(id))) return { kind: 'pending' };
    const orders = lines.size === 0 ? new Map() : await allPages((offset) => client.tradesPage(start, offset));
    if (!orders) return { kind: 'pending' };
    return ok({
      balances: await Promise.all(
        Object.entries(balances).map(async ([asset, amount]) => ({
          currency: await client.codeOf(asset),
          value: parseSignedDecimal(amount),
        })),
      ),
      lines: await Promise.all(
        [...lines].map(([id, line]) => readLine(client, id, line, orders.get(line.refid)?.ordertxid)),
      ),
    });
  } catch (error) {
    return unavailable(error);
  }
}

async function readLine(
  client: KrakenClient,
  lineId: string,
  { type, asset, amount, fee, time }: KrakenMovement,
  order: string | undefined,
): Promise<VenueStatementLine> {
  return {
    lineId,
    groupedBy: order ?? lineId,
    isOfOrder: order !== undefined || type === 'trade',
    amount: {
      currency: await client.codeOf(asset),
      value: add(parseSignedDecimal(amount), negative(parseSignedDecimal(fee))),
    },
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

function negative({ coefficient, scale }: Decimal): Decimal {
  return { coefficient: -coefficient, scale };
}
