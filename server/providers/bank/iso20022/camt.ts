import { z } from 'zod';
import type { BankStatement, StatementResult } from '../bankPort.ts';
import { isBalanced, readBalances } from './camtBalances.ts';
import { readEntries } from './camtEntries.ts';
import { type CamtHeader, type CamtStatement, notificationMessage, statementMessage } from './camtSchema.ts';
import { refuseFile, toFileRefusal } from './refusedFile.ts';
import { findMessageVersion, readXmlDocument, type XmlDocument } from './xmlDocument.ts';

/**
 * Supported versions. The used fields that differ, such as the name of a party, are read by `camtSchema.ts` in every
 * form.
 */
const VERSIONS = new Set('02 03 04 05 06 07 08 09 10 11 12 13 14'.split(' '));

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Like {@link readStatements}, from bytes. Never throws. */
export function readStatementFile(bytes: Uint8Array): StatementResult {
  try {
    return readStatements(readXmlDocument(bytes));
  } catch (error) {
    return toFileRefusal(error);
  }
}

/**
 * Reads camt.053 statements and camt.054 notifications (www.iso20022.org, Bank-to-Customer Cash Management) in the
 * versions 001.02 to .14, in ISO's namespace or a national one that contains the message's name. Throws the errors that
 * {@link toFileRefusal} maps.
 */
export function readStatements(document: XmlDocument): StatementResult {
  const { content } = document;
  if (isIntradayReport(content)) return refuseFile('intraday_report', INTRADAY);
  const kind = detectStatementKind(content);
  if (!kind) return refuseFile('not_a_statement', 'neither a statement nor a notification');
  const version = findMessageVersion(document, kind === 'statement' ? 'camt.053.001.' : 'camt.054.001.');
  if (!version || !VERSIONS.has(version)) return refuseFile('unsupported_version', `version ${version ?? 'unknown'}`);
  return { kind: 'ok', value: readMessage(kind, content) };
}

const INTRADAY =
  'camt.052 reports a day that is not over and is not used: have the bank send camt.053 (statements) and camt.054 (notifications)';

const reportRoot = z.object({ Document: z.object({ BkToCstmrAcctRpt: z.unknown() }) });

function isIntradayReport(content: unknown): boolean {
  return reportRoot.safeParse(content).data?.Document.BkToCstmrAcctRpt !== undefined;
}

const roots = z.object({
  Document: z.object({ BkToCstmrStmt: z.unknown().optional(), BkToCstmrDbtCdtNtfctn: z.unknown().optional() }),
});

function detectStatementKind(content: unknown): BankStatement['kind'] | undefined {
  const document = roots.safeParse(content).data?.Document;
  if (!document) return undefined;
  const isStatement = document.BkToCstmrStmt !== undefined;
  if (isStatement === (document.BkToCstmrDbtCdtNtfctn !== undefined)) return undefined;
  return isStatement ? 'statement' : 'notification';
}

const statementDocument = z.object({ Document: z.object({ BkToCstmrStmt: statementMessage }) });
const notificationDocument = z.object({ Document: z.object({ BkToCstmrDbtCdtNtfctn: notificationMessage }) });

function readMessage(kind: BankStatement['kind'], content: unknown): BankStatement[] {
  if (kind === 'statement') {
    const { GrpHdr, Stmt } = statementDocument.parse(content).Document.BkToCstmrStmt;
    return Stmt.map((statement) => toBankStatement(kind, statement, GrpHdr));
  }
  const { GrpHdr, Ntfctn } = notificationDocument.parse(content).Document.BkToCstmrDbtCdtNtfctn;
  return Ntfctn.map((statement) => toBankStatement(kind, statement, GrpHdr));
}

function toBankStatement(kind: BankStatement['kind'], statement: CamtStatement, header: CamtHeader): BankStatement {
  const { id: account, currency } = statement.Acct;
  const createdAt = statement.CreDtTm ?? header.CreDtTm;
  const createdOn = createdAt.slice(0, DAY_LENGTH);
  // Version .02 numbers a statement's pages in the message header.
  const pageNumber = statement.StmtPgntn === undefined ? (header.MsgPgntn ?? null) : statement.StmtPgntn;
  const balances = kind === 'statement' ? readBalances(statement, { isPage: pageNumber !== null, createdOn }) : null;
  const isProved = balances !== null && isBalanced(balances, statement);
  const entries = readEntries(statement, { account, createdOn, isProved });
  return {
    statementId: statement.Id,
    kind,
    account,
    currency: currency ?? balances?.closing?.asset.code ?? entries[0]?.amount.asset.code,
    sequenceNumber: statement.ElctrncSeqNb ?? statement.LglSeqNb ?? null,
    pageNumber,
    balances,
    createdAt,
    entries,
  };
}
