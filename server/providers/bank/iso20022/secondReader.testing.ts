import { XmlDocument, type XmlNode } from 'libxml2-wasm';

/** Sums in hundred-thousandths: ISO 20022 allows an amount five digits behind the point. */
export type StatementFacts = {
  readonly account: string;
  /** Of what is booked, by currency; credits less debits. */
  readonly net: Readonly<Record<string, bigint>>;
  /** End-to-end ids of what is booked, sorted. */
  readonly endToEndIds: readonly string[];
};

export type ReportFacts = {
  readonly file: string;
  readonly status: string;
  /** `status of the transfer: its reasons`, sorted. */
  readonly transfers: readonly string[];
};

const DIGITS = 5;
/** What stands for an id where the format asks for one. */
const NO_ID = /^(?:NOT ?PROVIDED|NON?REF|)$/i;

/** An element's children of a path without prefixes: `Acct/Id/IBAN`. */
function all(node: XmlNode, path: string): XmlNode[] {
  const steps = path.split('/').map((name) => `*[local-name()='${name}']`);
  return node.find(`./${steps.join('/')}`);
}

function textOf(node: XmlNode, path: string): string {
  return all(node, path)[0]?.content.trim() ?? '';
}

/** Every statement or notification of a file, as its message definition says where things stand. Throws for no XML. */
export function factsOfStatements(bytes: Uint8Array): StatementFacts[] {
  using document = XmlDocument.fromBuffer(bytes);
  const [root] = document.root.find("descendant-or-self::*[local-name()='Document']");
  if (!root) throw new Error('it has no document');
  return [...all(root, 'BkToCstmrStmt/Stmt'), ...all(root, 'BkToCstmrDbtCdtNtfctn/Ntfctn')].map(factsOf);
}

function factsOf(statement: XmlNode): StatementFacts {
  const booked = all(statement, 'Ntry').filter(isBooked);
  const net: Record<string, bigint> = {};
  for (const entry of booked) {
    const [amount] = all(entry, 'Amt');
    const units = unitsOf(amount?.content ?? '');
    const currency = amount?.get('@Ccy')?.content ?? '';
    if (units !== 0n) net[currency] = (net[currency] ?? 0n) + (textOf(entry, 'CdtDbtInd') === 'CRDT' ? units : -units);
  }
  const account = textOf(statement, 'Acct/Id/IBAN').toUpperCase() || textOf(statement, 'Acct/Id/Othr/Id');
  return {
    account: account.replaceAll(/\s/g, ''),
    net,
    endToEndIds: booked.flatMap(idsOf).toSorted(),
  };
}

/** The status is a code at once, or since .07 inside of a choice whose other side is the bank's own word. */
function isBooked(entry: XmlNode): boolean {
  const [code] = all(entry, 'Sts/Cd');
  const isOwnWord = all(entry, 'Sts/Prtry').length > 0;
  return (code?.content.trim() ?? (isOwnWord ? '' : textOf(entry, 'Sts'))) === 'BOOK';
}

/** A booking of transactions that it does not tell, or not what each is worth, is one sum, of which no id is the id. */
function idsOf(entry: XmlNode): string[] {
  const details = all(entry, 'NtryDtls/TxDtls');
  const counted = all(entry, 'NtryDtls/Btch/NbOfTxs').reduce((sum, { content }) => sum + Number(content), 0);
  if (counted > 1 && counted !== details.length) return [];
  const isWorthTold = (detail: XmlNode) => [...all(detail, 'Amt'), ...all(detail, 'AmtDtls/TxAmt/Amt')].length > 0;
  if (details.length > 1 && !details.every(isWorthTold)) return [];
  return details.map((detail) => textOf(detail, 'Refs/EndToEndId')).filter((id) => !NO_ID.test(id));
}

function unitsOf(text: string): bigint {
  const [whole = '', fraction = ''] = text.trim().replace(/^\+/, '').split('.');
  return BigInt(`${whole}${fraction.slice(0, DIGITS).padEnd(DIGITS, '0')}`);
}

export function factsOfReport(bytes: Uint8Array): ReportFacts {
  using document = XmlDocument.fromBuffer(bytes);
  const [report] = all(document.root, 'CstmrPmtStsRpt');
  if (!report) throw new Error('it is no report');
  const transfers = all(report, 'OrgnlPmtInfAndSts/TxInfAndSts').map((transfer) => {
    const reasons = ['Cd', 'Prtry'].flatMap((kind) => all(transfer, `StsRsnInf/Rsn/${kind}`));
    return `${textOf(transfer, 'TxSts')}: ${reasons.map(({ content }) => content.trim()).join(', ')}`;
  });
  return {
    file: textOf(report, 'OrgnlGrpInfAndSts/OrgnlMsgId'),
    status: textOf(report, 'OrgnlGrpInfAndSts/GrpSts'),
    transfers: transfers.toSorted(),
  };
}
