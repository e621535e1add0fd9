import { formatAmount, toDecimal } from '@slipway/money/amount.ts';
import { add, type Decimal, formatDecimal } from '@slipway/money/decimal.ts';
import { isFiat } from '@slipway/money/iso4217.ts';
import { XMLBuilder } from 'fast-xml-parser';
import { type BankTransfer, type TransferBatch, UnwritableTransferError } from '../bankPort.ts';
import { toBasicLatin } from './basicLatin.ts';
import { bicOf, isAccount } from './debtorAccount.ts';
import { isIban, isInSepa } from './iban.ts';

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

/** What SEPA carries of a name, and of the one remittance line. */
const NAME_LENGTH = 70;
const REMITTANCE_LENGTH = 140;
const MAX_BATCH_ID_LENGTH = 30;

/** An id in the characters that every bank takes; no slash at its ends, nor two together. */
const REFERENCE = /^(?!\/)(?!.*\/\/)[A-Za-z0-9/?:().,'+ -]{1,35}(?<![/ ])$/;

/** What no bank prints and XML partly forbids: control characters, halves of characters, pictures. */
const UNPRINTABLE = /[^\p{L}\p{M}\p{N}\p{P}\p{Sc}\p{Sm} ]/gu;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});

/**
 * Writes a pain.001.001.09 customer credit transfer initiation (www.iso20022.org, Payments Initiation): one payment
 * block for each currency and way, every transfer booked by itself so that each comes back with its end-to-end id.
 */
export function writeTransferFile(batch: TransferBatch): Uint8Array {
  requireBatch(batch);
  for (const transfer of batch.transfers) requireTransfer(transfer);
  const blocks = [...Map.groupBy(batch.transfers, (transfer) => wayOf(batch, transfer))];
  const xml = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': NAMESPACE,
      CstmrCdtTrfInitn: {
        GrpHdr: {
          MsgId: batch.batchId,
          CreDtTm: batch.createdAt.toISOString(),
          ...totals(batch.transfers),
          InitgPty: { Nm: printable(batch.debtor.name, NAME_LENGTH) },
        },
        PmtInf: blocks.map(([way, transfers], index) => paymentBlock(batch, way, transfers, index + 1)),
      },
    },
  });
  return new TextEncoder().encode(xml);
}

type Way = `${string} ${'sepa' | 'international'}`;

function wayOf({ debtor }: TransferBatch, { amount, creditor }: BankTransfer): Way {
  const sepa = amount.asset.code === 'EUR' && isInSepa(debtor.account) && isInSepa(creditor.account);
  return `${amount.asset.code} ${sepa ? 'sepa' : 'international'}`;
}

function paymentBlock(batch: TransferBatch, way: Way, transfers: readonly BankTransfer[], index: number): object {
  const sepa = way.endsWith('sepa');
  const bic = bicOf(batch.debtor);
  return {
    PmtInfId: `${batch.batchId}-${index}`,
    PmtMtd: 'TRF',
    BtchBookg: 'false',
    ...totals(transfers),
    ...(sepa && { PmtTpInf: { SvcLvl: { Cd: 'SEPA' } } }),
    ReqdExctnDt: { Dt: batch.createdAt.toISOString().slice(0, 'YYYY-MM-DD'.length) },
    Dbtr: { Nm: printable(batch.debtor.name, NAME_LENGTH) },
    DbtrAcct: { Id: accountId(batch.debtor.account) },
    DbtrAgt: { FinInstnId: bic === undefined ? { Othr: { Id: 'NOTPROVIDED' } } : { BICFI: bic } },
    // A refund gives back all that came: outside of SEPA the sender bears every charge.
    ChrgBr: sepa ? 'SLEV' : 'DEBT',
    CdtTrfTxInf: transfers.map(transferElement),
  };
}

function transferElement({ transferId, amount, creditor, remittance }: BankTransfer): object {
  const line = printable(remittance, REMITTANCE_LENGTH);
  return {
    PmtId: { InstrId: transferId, EndToEndId: transferId },
    Amt: { InstdAmt: { '@Ccy': amount.asset.code, '#text': formatAmount(amount) } },
    Cdtr: { Nm: printable(creditor.name, NAME_LENGTH) },
    CdtrAcct: { Id: accountId(creditor.account) },
    ...(line !== '' && { RmtInf: { Ustrd: line } }),
  };
}

function accountId(account: string): object {
  return isIban(account) ? { IBAN: account } : { Othr: { Id: account } };
}

/** The control sum adds amounts whatever their currency: it guards against a damaged file, it is no money. */
function totals(transfers: readonly BankTransfer[]): { NbOfTxs: string; CtrlSum: string } {
  const sum = transfers.map(({ amount }) => toDecimal(amount)).reduce<Decimal>(add, { coefficient: 0n, scale: 0 });
  return { NbOfTxs: String(transfers.length), CtrlSum: formatDecimal(sum) };
}

/** Returns the text on one line in basic Latin characters, since banks may refuse a file with others; '' if no letter or digit is left. */
function printable(text: string, length: number): string {
  return toBasicLatin(text.replaceAll(/\s+/g, ' ').replaceAll(UNPRINTABLE, '')).slice(0, length).trim();
}

function requireBatch({ batchId, createdAt, debtor, transfers }: TransferBatch): void {
  if (batchId.length > MAX_BATCH_ID_LENGTH || !REFERENCE.test(batchId)) throw new RangeError(`no batch id: ${batchId}`);
  if (Number.isNaN(createdAt.getTime())) throw new RangeError('a batch without a date');
  if (!isAccount(debtor.account) || printable(debtor.name, NAME_LENGTH) === '') {
    throw new RangeError('a debtor without a name or an account');
  }
  if (transfers.length === 0) throw new RangeError('a batch without transfers');
  if (new Set(transfers.map(({ transferId }) => transferId)).size !== transfers.length) {
    throw new RangeError('a transfer that is twice in its batch');
  }
}

function requireTransfer({ transferId, amount, creditor }: BankTransfer): void {
  const faults: readonly (readonly [is: boolean, why: string])[] = [
    [!REFERENCE.test(transferId), 'has an id that banks do not carry'],
    [!isFiat(amount.asset) || amount.units <= 0n, 'has no amount of money'],
    [!isAccount(creditor.account), 'goes to no account'],
    [printable(creditor.name, NAME_LENGTH) === '', 'has a creditor without a name in letters'],
  ];
  const fault = faults.find(([is]) => is);
  if (fault) throw new UnwritableTransferError(transferId, fault[1]);
}
