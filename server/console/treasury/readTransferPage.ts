import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { trimZeros } from '@slipway/money/decimal.ts';
import { findOpenRequests } from '../../action/requests/requestStore.ts';
import { formatExactAmount } from '../../ledger/formatExactAmount.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { formatCoinNameById } from '../../purchase/catalog/formatCoinName.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { loadRequestViewContext, presentRequest } from '../requests/presentRequest.ts';
import { buildTransferDeadline, buildTransferSteps, computeTransferStatus } from './buildTransferSteps.ts';
import { findTransfer, type Transfer } from './transferStore.ts';

type Row = ConsoleCallData<'treasury'>['transfers'][number];

/** Returns a transfer's row in the list. */
export function presentTransferRow(catalog: Pick<Catalog, 'cryptos'>, transfer: Transfer): Row {
  const crypto = catalog.cryptos.get(transfer.crypto);
  const { arrivedAt, fee } = transfer;
  return {
    id: transfer.id,
    status: computeTransferStatus(transfer),
    from: transfer.venue ?? 'the exchange',
    to: transfer.address,
    network: crypto?.network.id ?? '',
    amount: {
      amount:
        crypto && /^\d{1,78}$/.test(transfer.units)
          ? formatExactAmount(createAmount(crypto.asset, BigInt(transfer.units)))
          : '0',
      unit: formatCoinNameById(catalog, transfer.crypto),
    },
    fee: fee === null ? null : { amount: trimZeros(fee), unit: formatCoinNameById(catalog, transfer.crypto) },
    requestedAt: transfer.requestedAt.toISOString(),
    sentAt: transfer.sentAt?.toISOString() ?? null,
    arrivedAt: arrivedAt?.toISOString() ?? null,
    requestedBy: transfer.who,
    approvedBy: transfer.approvedBy,
    transactionId: transfer.transactionId,
    note: transfer.result ?? (transfer.request === 'refused' ? transfer.requestResult : null),
  };
}

/** Returns a transfer with its steps and its pending request. Throws `not_found`. */
export async function readTransferPage(
  context: ConsoleContext,
  id: number,
  person: ConsolePerson,
): Promise<ConsoleCallData<'transfer'>> {
  const { database, settings, explorerUrl } = context;
  const transfer = await findTransfer(database, id);
  if (!transfer) throw new AppError('not_found', { what: 'transfer', name: String(id) });
  const row = presentTransferRow(settings().catalog, transfer);
  const request = (await findOpenRequests(database)).find((open) => open.id === id && open.status === 'waiting');
  return {
    ...row,
    steps: buildTransferSteps(transfer),
    clock: buildTransferDeadline(transfer),
    explorerUrl: transfer.transactionId === null ? null : (explorerUrl?.(row.network, transfer.transactionId) ?? null),
    request: request ? presentRequest(request, await loadRequestViewContext(context, person)) : null,
  };
}
