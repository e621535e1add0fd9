/** One transaction of a booking, with the fields that a bank writes. */
type Detail = {
  readonly amount?: string;
  readonly currency?: string;
  readonly id?: string;
  readonly text?: readonly string[];
  /** A structured creditor reference. */
  readonly reference?: string;
  readonly name?: string;
  readonly account?: string;
  readonly charges?: string;
  /** Code of the reason for a return. */
  readonly returned?: string;
};

type Entry = {
  readonly amount: string;
  readonly debit?: true;
  readonly status?: string;
  readonly reference?: string;
  /** Code of the bank or its association for the type of booking. */
  readonly code?: readonly [code: string, issuer: string];
  /** Number of transactions that the bank states for a collective booking. */
  readonly counted?: number;
  readonly details?: readonly Detail[];
  readonly text?: string;
};

export type NationalFile = {
  readonly kind: 'statement' | 'notification' | 'report';
  readonly version: string;
  /** If it differs from ISO's. */
  readonly namespace?: string;
  readonly encoding?: string;
  readonly account: string;
  readonly currency: string;
  readonly balances?: readonly (readonly [code: string, amount: string, direction?: 'DBIT'])[];
  readonly head?: string;
  readonly entries: readonly Entry[];
};

const DAY = '2026-11-20';
const NOW = `${DAY}T20:00:00+01:00`;

const KINDS = {
  statement: ['camt.053', 'BkToCstmrStmt', 'Stmt'],
  notification: ['camt.054', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
  report: ['camt.052', 'BkToCstmrAcctRpt', 'Rpt'],
} as const;

/** Returns the XML of a file, with the elements in the positions of its message version. */
export function writeNationalFile(file: NationalFile): string {
  const { kind, version, encoding = 'UTF-8', account, currency, balances = [], head = '', entries } = file;
  const [message, root, part] = KINDS[kind];
  const namespace = file.namespace ?? `urn:iso:std:iso:20022:tech:xsd:${message}.001.${version}`;
  const balanceElements = balances.map(
    ([code, amount, direction = 'CRDT']) =>
      `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Dt><Dt>${DAY}</Dt></Dt></Bal>`,
  );
  return `<?xml version="1.0" encoding="${encoding}"?>
<Document xmlns="${namespace}"><${root}><GrpHdr><MsgId>M</MsgId><CreDtTm>${NOW}</CreDtTm></GrpHdr>
<${part}><Id>S</Id>${head}<CreDtTm>${NOW}</CreDtTm><Acct>${formatAccountId(account)}<Ccy>${currency}</Ccy></Acct>
${balanceElements.join('\n')}${entries.map((entry) => writeEntry(entry, file)).join('\n')}</${part}></${root}></Document>`;
}

function formatAccountId(account: string): string {
  return /^[A-Z]{2}\d{2}/.test(account)
    ? `<Id><IBAN>${account}</IBAN></Id>`
    : `<Id><Othr><Id>${account}</Id></Othr></Id>`;
}

function formatElement(name: string, content: string | undefined): string {
  return content === undefined || content === '' ? '' : `<${name}>${content}</${name}>`;
}

function writeEntry(entry: Entry, file: NationalFile): string {
  const { amount, debit, status = 'BOOK', reference, code, counted, details = [], text } = entry;
  const direction = debit ? 'DBIT' : 'CRDT';
  const batch = counted === undefined ? '' : `<Btch><NbOfTxs>${counted}</NbOfTxs></Btch>`;
  const detailElements = details.map((detail) => writeDetail(detail, direction, file)).join('');
  return `<Ntry><Amt Ccy="${file.currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>
<Sts>${Number(file.version) >= 7 ? `<Cd>${status}</Cd>` : status}</Sts><BookgDt><Dt>${DAY}</Dt></BookgDt><ValDt><Dt>${DAY}</Dt></ValDt>
${formatElement('AcctSvcrRef', reference)}<BkTxCd>${code ? `<Prtry><Cd>${code[0]}</Cd><Issr>${code[1]}</Issr></Prtry>` : ''}</BkTxCd>
${formatElement('NtryDtls', batch + detailElements)}${formatElement('AddtlNtryInf', text)}</Ntry>`;
}

function writeDetail(detail: Detail, direction: string, { version, currency }: NationalFile): string {
  const { amount, id, text = [], reference, name, account, charges, returned } = detail;
  const amountElement = `<Amt Ccy="${detail.currency ?? currency}">${amount}</Amt>`;
  const hasDirectAmount = Number(version) >= 3;
  const party = Number(version) >= 7 ? `<Pty><Nm>${name}</Nm></Pty>` : `<Nm>${name}</Nm>`;
  const role = direction === 'CRDT' ? 'Dbtr' : 'Cdtr';
  return [
    '<TxDtls>',
    formatElement('Refs', formatElement('EndToEndId', id)),
    amount &&
      (hasDirectAmount
        ? `${amountElement}<CdtDbtInd>${direction}</CdtDbtInd>`
        : `<AmtDtls><TxAmt>${amountElement}</TxAmt></AmtDtls>`),
    charges && `<Chrgs><TtlChrgsAndTaxAmt Ccy="${currency}">${charges}</TtlChrgsAndTaxAmt></Chrgs>`,
    formatElement(
      'RltdPties',
      formatElement(role, name && party) + formatElement(`${role}Acct`, account && formatAccountId(account)),
    ),
    formatElement(
      'RmtInf',
      text.map((line) => formatElement('Ustrd', line)).join('') +
        formatElement('Strd', formatElement('CdtrRefInf', formatElement('Ref', reference))),
    ),
    formatElement('RtrInf', formatElement('Rsn', formatElement('Cd', returned))),
    '</TxDtls>',
  ].join('');
}
