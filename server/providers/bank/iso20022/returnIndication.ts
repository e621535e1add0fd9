import type { CamtEntry, CamtTransaction, CamtTransactionCode } from './camtSchema.ts';

/*
 * Who writes each field of a booking (ISO 20022 message definitions camt.053 and camt.054, pain.001 and pacs.004; EPC125-05,
 * the SEPA Credit Transfer rulebook, attributes AT-05, AT-41, AT-43 and AT-R3). A field that a payer can choose proves nothing.
 *
 * | field                                   | written by                     | a payer can choose it |
 * | --------------------------------------- | ------------------------------ | --------------------- |
 * | NtryRef, AcctSvcrRef (of Ntry and Refs) | the operator's bank            | no                    |
 * | Refs/EndToEndId (AT-41)                 | the payer, carried unchanged   | yes                   |
 * | Refs/InstrId, Refs/PmtInfId, Refs/MsgId | the payer, for its own bank    | yes, where a bank passes it |
 * | Refs/UETR                               | the payer or its bank          | yes                   |
 * | Refs/TxId (AT-43), Refs/ClrSysRef       | the payer's bank, the clearing | no, but it is another bank's |
 * | RmtInf (AT-05), Purp, UltmtDbtr         | the payer                      | yes                   |
 * | RltdPties/Dbtr                          | the payer or its bank          | partly                |
 * | RltdPties/DbtrAcct                      | the payer's bank               | no                    |
 * | AddtlNtryInf, AddtlTxInf                | the operator's bank, often repeating RmtInf | yes                   |
 * | Amt, CdtDbtInd, BookgDt, ValDt, Sts     | the operator's bank            | the amount of the payer's own transfer |
 * | RvslInd                                 | the operator's bank            | no                    |
 * | BkTxCd                                  | the operator's bank            | no: a payer's purpose leads to other families |
 * | RtrInf                                  | the returning bank (AT-R3) or the operator's | no: transfers have no such element |
 *
 * Therefore only the last three fields prove that money came back. References show which transfer came back.
 */

/**
 * Sub-families of issued and received credit transfers for returned money (external bank transaction codes of ISO
 * 20022): "Reversal due to Payment Return", "Reversal due to Payment Cancellation Request".
 */
const RETURN_SUB_FAMILIES: ReadonlySet<string> = new Set(['RRTN', 'RPCR']);
const CREDIT_TRANSFERS: ReadonlySet<string> = new Set(['ICDT', 'RCDT', 'IRCT', 'RRCT']);

/**
 * Codes of German banks, `SWIFT code+business transaction code+…` (Deutsche Kreditwirtschaft, DFÜ-Abkommen, annex 3):
 * 159 is a credit transfer returned to its sender.
 */
const GERMAN_ISSUERS: ReadonlySet<string> = new Set(['DK', 'ZKA']);
const GERMAN_RETURN = /^[A-Z]{4}\+159(?:\+|$)/;

export type ReturnIndication = {
  /** The bank marks this as the reversal of a booking or the return of a transfer. */
  readonly reversal: boolean;
  readonly returnReason: string;
};

/** Returns whether the bank marks the booking as returned money, and the reason. A payer can set none of these fields. */
export function readReturnIndication(entry: CamtEntry, transaction: CamtTransaction | undefined): ReturnIndication {
  const returnReason = transaction?.RtrInf ?? '';
  const reversed = entry.RvslInd === 'true' || entry.RvslInd === '1';
  // The code of a transaction takes precedence over that of its batch.
  const code = transaction?.BkTxCd ?? entry.BkTxCd;
  return { reversal: reversed || returnReason !== '' || isReturnCode(code), returnReason };
}

function isReturnCode(code: CamtTransactionCode | undefined): boolean {
  const { Cd: domain, Fmly: family } = code?.Domn ?? {};
  if (domain === 'PMNT' && CREDIT_TRANSFERS.has(family?.Cd ?? '') && RETURN_SUB_FAMILIES.has(family?.SubFmlyCd ?? ''))
    return true;
  const { Cd: own = '', Issr: issuer = '' } = code?.Prtry ?? {};
  return GERMAN_ISSUERS.has(issuer) && GERMAN_RETURN.test(own);
}
