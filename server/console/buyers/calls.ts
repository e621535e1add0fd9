import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { findProfiles } from '../../account/details/profileStore.ts';
import { exportBuyerData } from '../../operator/commandLine/exportBuyerData.ts';
import { findByIdentifier } from '../../operator/show/orderSearchStore.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsoleHandlersFor, ConsolePerson } from '../gateway/consoleHandlers.ts';
import {
  type BuyerRecord,
  findBuyerRecords,
  findBuyersByIdentifier,
  findBuyersOfOrders,
  formatBuyerCursor,
  listNewestBuyers,
} from './buyersStore.ts';
import { presentBuyerRow } from './presentBuyerRow.ts';
import { readBuyerPage } from './readBuyerPage.ts';
import { readLogIns } from './readLogIns.ts';

const PAGE_SIZE = 50;

export function buyerCalls(context: ConsoleContext): ConsoleHandlersFor<'buyers' | 'buyer' | 'exportBuyer' | 'logIns'> {
  return {
    buyers: (input, { person }) => listBuyers(context, input, person),
    buyer: ({ id }, { person }) => readBuyerPage(context, id, person),
    logIns: (input, { person }) => readLogIns(context, input, person),
    exportBuyer: ({ id }, { person }) => exportBuyer(context, id, person),
  };
}

async function listBuyers(
  { database }: ConsoleContext,
  { q, cursor }: ConsoleCallInput<'buyers'>,
  { roles }: ConsolePerson,
): Promise<ConsoleCallData<'buyers'>> {
  const presentRows = async (records: readonly BuyerRecord[]) => {
    const profiles = await findProfiles(
      database,
      records.map(({ id }) => id),
    );
    return records.map((record) => presentBuyerRow(roles, record, profiles.get(record.id)));
  };
  if (q !== '') {
    const [named, found] = await Promise.all([findBuyersByIdentifier(database, q), findByIdentifier(database, q)]);
    const ofOrders = await findBuyersOfOrders(
      database,
      found.flatMap(({ orderId }) => orderId ?? []),
    );
    const ids = [...new Set([...named.map(({ id }) => id), ...ofOrders])].slice(0, PAGE_SIZE);
    // `findBuyersByIdentifier` names an email address already.
    const understood = [...named, ...found].map(({ by }) => by).filter((by) => by !== "a buyer's email");
    return {
      rows: await presentRows(await findBuyerRecords(database, ids)),
      next: null,
      understood: [...new Set(understood)],
    };
  }
  const records = await listNewestBuyers(database, { after: cursor, limit: PAGE_SIZE + 1 });
  const page = records.slice(0, PAGE_SIZE);
  const last = page.at(-1);
  return {
    rows: await presentRows(page),
    next: records.length > PAGE_SIZE && last ? formatBuyerCursor(last) : null,
    understood: [],
  };
}

async function exportBuyer(
  { database, settings }: ConsoleContext,
  id: string,
  { name }: ConsolePerson,
): Promise<ConsoleCallData<'exportBuyer'>> {
  const { catalog } = settings();
  const exported = await exportBuyerData({ database, catalog }, id, { who: name, why: 'exported in the console' });
  if (!exported) throw new AppError('not_found', { what: 'buyer', name: id });
  return exported;
}
