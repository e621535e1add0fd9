import { XmlDocument, type XmlNode } from 'libxml2-wasm';

/** Facts of a statement, with sums in hundred-thousandths: ISO 20022 allows five decimal places. */
export type StatementFacts = {
  readonly account: string;
  /** Sum of booked entries by currency; credits less debits. */
  readonly net: Readonly<Record<string, bigint>>;
  /** End-to-end ids of booked entries, sorted. */
  readonly endToEndIds: readonly string[];
};

export type ReportFacts = {
  /** Message id of the reported file. */
  readonly file: string;
  readonly status: string;
  /** `status of the transfer: its reasons`, sorted. */
  readonly transfers: readonly string[];
};

const DIGITS = 5;
/** Placeholders that banks write for a missing id, since the format requires one. */
const NO_ID = /^(?:NOT ?PROVIDED|NON?REF|)$/i;

/** Returns the descendants of an element by a path without prefixes: `Acct/Id/IBAN`. */
function findDescendants(node: XmlNode, path: string): XmlNode[] {
  const steps = path.split('/').map((name) => `*[local-name()='${name}']`);
  return node.find(`./${steps.join('/')}`);
}

function readText(node: XmlNode, path: string): string {
  return findDescendants(node, path)[0]?.content.trim() ?? '';
}

/**
 * Returns the facts of every statement or notification of a file, by its message definition. Throws for malformed XML.
 */
export function readStatementFacts(bytes: Uint8Array): StatementFacts[] {
  using document = XmlDocument.fromBuffer(bytes);
  const [root] = document.root.find("descendant-or-self::*[local-name()='Document']");
  if (!root) throw new Error('it has no document');
  return [...findDescendants(root, 'BkToCstmrStmt/Stmt'), ...findDescendants(root, 'BkToCstmrDbtCdtNtfctn/Ntfctn')].map(
    readFacts,
  );
}

function readFacts(statement: XmlNode): StatementFacts {
  const booked = findDescendants(statement, 'Ntry').filter(isBooked);
  const net: Record<string, bigint> = {};
  for (const entry of booked) {
    const [amount] = findDescendants(entry, 'Amt');
    const units = parseUnits(amount?.content ?? '');
    const currency = amount?.get('@Ccy')?.content ?? '';
    if (units !== 0n)
      net[currency] = (net[currency] ?? 0n) + (readText(entry, 'CdtDbtInd') === 'CRDT' ? units : -units);
  }
  const account = readText(statement, 'Acct/Id/IBAN').toUpperCase() || readText(statement, 'Acct/Id/Othr/Id');
  return {
    account: account.replaceAll(/\s/g, ''),
    net,
    endToEndIds: booked.flatMap(readEntryIds).toSorted(),
  };
}

/** Returns true for a booked entry. The status is a plain code, or since .07 a code or a proprietary status. */
function isBooked(entry: XmlNode): boolean {
  const [code] = findDescendants(entry, 'Sts/Cd');
  const isProprietary = findDescendants(entry, 'Sts/Prtry').length > 0;
  return (code?.content.trim() ?? (isProprietary ? '' : readText(entry, 'Sts'))) === 'BOOK';
}

/**
 * Returns the end-to-end ids of a booking; none for a booking that does not itemize its transactions or lacks their
 * amounts.
 */
function readEntryIds(entry: XmlNode): string[] {
  const details = findDescendants(entry, 'NtryDtls/TxDtls');
  const counted = findDescendants(entry, 'NtryDtls/Btch/NbOfTxs').reduce(
    (sum, { content }) => sum + Number(content),
    0,
  );
  if (counted > 1 && counted !== details.length) return [];
  const isReported = (detail: XmlNode) =>
    [...findDescendants(detail, 'Amt'), ...findDescendants(detail, 'AmtDtls/TxAmt/Amt')].length > 0;
  if (details.length > 1 && !details.every(isReported)) return [];
  return details.map((detail) => readText(detail, 'Refs/EndToEndId')).filter((id) => !NO_ID.test(id));
}

function parseUnits(text: string): bigint {
  const [whole = '', fraction = ''] = text.trim().replace(/^\+/, '').split('.');
  return BigInt(`${whole}${fraction.slice(0, DIGITS).padEnd(DIGITS, '0')}`);
}

export function readReportFacts(bytes: Uint8Array): ReportFacts {
  using document = XmlDocument.fromBuffer(bytes);
  const [report] = findDescendants(document.root, 'CstmrPmtStsRpt');
  if (!report) throw new Error('it is no report');
  const transfers = findDescendants(report, 'OrgnlPmtInfAndSts/TxInfAndSts').map((transfer) => {
    const reasons = ['Cd', 'Prtry'].flatMap((kind) => findDescendants(transfer, `StsRsnInf/Rsn/${kind}`));
    return `${readText(transfer, 'TxSts')}: ${reasons.map(({ content }) => content.trim()).join(', ')}`;
  });
  return {
    file: readText(report, 'OrgnlGrpInfAndSts/OrgnlMsgId'),
    status: readText(report, 'OrgnlGrpInfAndSts/GrpSts'),
    transfers: transfers.toSorted(),
  };
}
