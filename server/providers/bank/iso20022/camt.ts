import { z } from 'zod';
import type { BankStatement, StatementReading, StatementRefusal } from '../bankPort.ts';
import { readBalances } from './camtBalances.ts';
import { readEntries } from './camtEntries.ts';
import { type CamtHeader, type CamtStatement, notificationMessage, statementMessage } from './camtSchema.ts';
import { InconsistentStatementError } from './entryIdentity.ts';
import { NoDocumentError, readXmlDocument } from './xmlDocument.ts';

const VERSIONS = new Set(['02', '04', '06', '08']);

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/**
 * Reads camt.053 statements and camt.054 notifications (www.iso20022.org, Bank-to-Customer Cash Management) in the
 * versions 001.02, .04, .06 and .08, in ISO's namespace or that of a national body that ends alike. Never throws.
 */
export function readStatementFile(bytes: Uint8Array): StatementReading {
  try {
    const { namespaces, content } = readXmlDocument(bytes);
    const kind = kindOf(content);
    if (!kind) return refused('not_a_statement', 'neither a statement nor a notification');
    const version = versionOf(namespaces, kind);
    if (!version || !VERSIONS.has(version)) return refused('unsupported_version', `version ${version ?? 'unknown'}`);
    return { kind: 'ok', value: readMessage(kind, content) };
  } catch (error) {
    if (error instanceof NoDocumentError) return refused('not_a_statement', error.message);
    if (error instanceof InconsistentStatementError) return refused('inconsistent', error.message);
    if (error instanceof z.ZodError) return refused('inconsistent', faultOf(error));
    return refused('not_a_statement', 'unreadable');
  }
}

function refused(reason: StatementRefusal, detail: string): StatementReading {
  return { kind: 'refused', reason, detail };
}

/** The first place that is not as the format wants it. */
function faultOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return first ? `${first.path.join('.')}: ${first.message}`.slice(0, 300) : 'not as the format wants it';
}

const roots = z.object({
  Document: z.object({ BkToCstmrStmt: z.unknown().optional(), BkToCstmrDbtCdtNtfctn: z.unknown().optional() }),
});

function kindOf(content: unknown): BankStatement['kind'] | undefined {
  const document = roots.safeParse(content).data?.Document;
  if (!document) return undefined;
  const isStatement = document.BkToCstmrStmt !== undefined;
  if (isStatement === (document.BkToCstmrDbtCdtNtfctn !== undefined)) return undefined;
  return isStatement ? 'statement' : 'notification';
}

function versionOf(namespaces: string, kind: BankStatement['kind']): string | undefined {
  const message = kind === 'statement' ? 'camt.053.001.' : 'camt.054.001.';
  const at = namespaces.indexOf(message);
  return at < 0 ? undefined : /^\d{2}/.exec(namespaces.slice(at + message.length))?.[0];
}

const statementDocument = z.object({ Document: z.object({ BkToCstmrStmt: statementMessage }) });
const notificationDocument = z.object({ Document: z.object({ BkToCstmrDbtCdtNtfctn: notificationMessage }) });

function readMessage(kind: BankStatement['kind'], content: unknown): BankStatement[] {
  if (kind === 'statement') {
    const { GrpHdr, Stmt } = statementDocument.parse(content).Document.BkToCstmrStmt;
    return Stmt.map((statement) => presentStatement(kind, statement, GrpHdr));
  }
  const { GrpHdr, Ntfctn } = notificationDocument.parse(content).Document.BkToCstmrDbtCdtNtfctn;
  return Ntfctn.map((statement) => presentStatement(kind, statement, GrpHdr));
}

function presentStatement(kind: BankStatement['kind'], statement: CamtStatement, header: CamtHeader): BankStatement {
  const { id: account, currency } = statement.Acct;
  const createdAt = statement.CreDtTm ?? header.CreDtTm;
  const createdOn = createdAt.slice(0, DAY_LENGTH);
  // Version .02 counts the pages of a statement by those of its message.
  const pageNumber = statement.StmtPgntn === undefined ? (header.MsgPgntn ?? null) : statement.StmtPgntn;
  const balances = kind === 'statement' ? readBalances(statement, { isPage: pageNumber !== null, createdOn }) : null;
  const entries = readEntries(statement, { account, createdOn });
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
