import { formatAmount, toDecimal } from '@slipway/money/amount.ts';
import { add, type Decimal, formatDecimal } from '@slipway/money/decimal.ts';
import { isFiat } from '@slipway/money/iso4217.ts';
import { XMLBuilder } from 'fast-xml-parser';
import { type BankTransfer, type TransferBatch, UnwritableTransferError } from '../bankPort.ts';
import { toBasicLatin } from './basicLatin.ts';
import { findBic, isAccountNumber } from './debtorAccount.ts';
import { isIban, isInSepa } from './iban.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** SEPA's maximum lengths of a name and of the remittance line. */
const NAME_LENGTH = 70;
const REMITTANCE_LENGTH = 140;
/** Leaves room for the hyphen and the block's number in a block id, which may have 35 characters. */
const MAX_BATCH_ID_LENGTH = 30;

/** An id in the characters that every bank accepts; no slash at either end, and no two together. */
const REFERENCE = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/?:().,'+ -]{1,35}(?<![/ ])$/;

/** Characters that banks do not print and XML partly forbids: control characters, lone surrogates, pictographs. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{Sc}\p{Sm} ]/gu;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});

/**
 * Writes a pain.001.001.09 customer credit transfer initiation (www.iso20022.org, Payments Initiation): one payment
 * block for each currency and transfer scheme. It requests single bookings, so that each has its transfer's id.
 */
export function writeTransferFile(batch: TransferBatch): Uint8Array {
  requireValidBatch(batch);
  for (const transfer of batch.transfers) requireValidTransfer(transfer);
  const blocks = [...Map.groupBy(batch.transfers, (transfer) => chooseRoute(batch, transfer))];
  const xml = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: batch.batchId,
          CreDtTm: batch.createdAt.toISOString(),
          ...computeTotals(batch.transfers),
          InitgPty: { Nm: toPrintableText(batch.debtor.name, NAME_LENGTH) },
        },
        PmtInf: blocks.map(([route, transfers], index) => buildPaymentBlock(batch, route, transfers, index + 1)),
      },
    },
  });
  return new TextEncoder().encode(xml);
}

type TransferRoute = `${string} ${'sepa' | 'international'}`;

function chooseRoute({ debtor }: TransferBatch, { amount, creditor }: BankTransfer): TransferRoute {
  const isSepa = amount.asset.code === 'EUR' && isInSepa(debtor.account) && isInSepa(creditor.account);
  return `${amount.asset.code} ${isSepa ? 'sepa' : 'international'}`;
}

function buildPaymentBlock(
  batch: TransferBatch,
  route: TransferRoute,
  transfers: readonly BankTransfer[],
  index: number,
): object {
  const isSepa = route.endsWith('sepa');
  const bic = findBic(batch.debtor);
  return {
    PmtInfId: `${batch.batchId}-${index}`,
    PmtMtd: 'TRF',
    BtchBookg: 'false',
    ...computeTotals(transfers),
    ...(isSepa && { PmtTpInf: { SvcLvl: { Cd: 'SEPA' } } }),
    ReqdExctnDt: { Dt: batch.createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length) },
    Dbtr: { Nm: toPrintableText(batch.debtor.name, NAME_LENGTH) },
    DbtrAcct: { Id: buildAccountId(batch.debtor.account) },
    DbtrAgt: { FinInstnId: bic === undefined ? { Othr: { Id: 'NOTPROVIDED' } } : { BICFI: bic } },
    // A refund returns the full amount: outside SEPA the sender pays all charges.
    ChrgBr: isSepa ? 'SLEV' : 'DEBT',
    CdtTrfTxInf: transfers.map(buildTransferElement),
  };
}

function buildTransferElement({ transferId, amount, creditor, remittance }: BankTransfer): object {
  const line = toPrintableText(remittance, REMITTANCE_LENGTH);
  return {
    PmtId: { InstrId: transferId, EndToEndId: transferId },
    Amt: { InstdAmt: { '@Ccy': amount.asset.code, '#text': formatAmount(amount) } },
    Cdtr: { Nm: toPrintableText(creditor.name, NAME_LENGTH) },
    CdtrAcct: { Id: buildAccountId(creditor.account) },
    ...(line !== '' && { RmtInf: { Ustrd: line } }),
  };
}

function buildAccountId(account: string): object {
  return isIban(account) ? { IBAN: account } : { Othr: { Id: account } };
}

/**
 * Returns the number of transfers and the control sum. The sum adds amounts regardless of currency: it detects a damaged
 * file and is no amount of money.
 */
function computeTotals(transfers: readonly BankTransfer[]): { NbOfTxs: string; CtrlSum: string } {
  const sum = transfers.map(({ amount }) => toDecimal(amount)).reduce<Decimal>(add, { coefficient: 0n, scale: 0 });
  return { NbOfTxs: String(transfers.length), CtrlSum: formatDecimal(sum) };
}

/**
 * Returns the text on one line in basic Latin characters, since banks may refuse a file with others; '' if it has no
 * letter or digit.
 */
function toPrintableText(text: string, length: number): string {
  return toBasicLatin(text.replaceAll(/\s+/g, ' ').replaceAll(UNPRINTABLE, '')).slice(0, length).trim();
}

function requireValidBatch({ batchId, createdAt, debtor, transfers }: TransferBatch): void {
  if (batchId.length > MAX_BATCH_ID_LENGTH || !REFERENCE.test(batchId))
    throw new RangeError(`invalid batch id: ${batchId}`);
  if (Number.isNaN(createdAt.getTime())) throw new RangeError('a batch without a valid date');
  if (!isAccountNumber(debtor.account) || toPrintableText(debtor.name, NAME_LENGTH) === '') {
    throw new RangeError('a debtor without a name in letters or a valid account');
  }
  if (transfers.length === 0) throw new RangeError('a batch without transfers');
  if (new Set(transfers.map(({ transferId }) => transferId)).size !== transfers.length) {
    throw new RangeError('a batch with the same transfer id twice');
  }
}

function requireValidTransfer({ transferId, amount, creditor }: BankTransfer): void {
  const faults: readonly (readonly [is: boolean, why: string])[] = [
    [!REFERENCE.test(transferId), 'has an id that banks do not carry'],
    [!isFiat(amount.asset) || amount.units <= 0n, 'has no positive amount of fiat money'],
    [!isAccountNumber(creditor.account), 'goes to an invalid account'],
    [toPrintableText(creditor.name, NAME_LENGTH) === '', 'has a creditor without a name in letters'],
  ];
  const fault = faults.find(([is]) => is);
  if (fault) throw new UnwritableTransferError(transferId, fault[1]);
}
