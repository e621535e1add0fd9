import type { BankStatement } from '../bankPort.ts';

const NOW = '2026-11-20T20:00:00Z';
const DAY = '2026-11-20';
const ENTRY_BYTES = 700;

const formatBalance = (code: string, cents: number) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${DAY}</Dt></Dt></Bal>`;

/** Returns a euro statement or notification of about this many bytes; each booking has a different amount. */
export function buildLargeStatement(
  account: string,
  bytes: number,
  kind: BankStatement['kind'] = 'statement',
): { xml: Uint8Array; bookings: number } {
  const [message, root, part] =
    kind === 'statement'
      ? ['camt.053.001.08', 'BkToCstmrStmt', 'Stmt']
      : ['camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  const bookings = Math.ceil(bytes / ENTRY_BYTES);
  const cents = Array.from({ length: bookings }, (_, index) => 100 + index);
  const sum = cents.reduce((total, each) => total + each, 0);
  const head = `<GrpHdr><MsgId>M</MsgId><CreDtTm>${NOW}</CreDtTm></GrpHdr><${part}><Id>LARGE</Id><CreDtTm>${NOW}</CreDtTm>
<Acct><Id><IBAN>${account}</IBAN></Id><Ccy>EUR</Ccy></Acct>${kind === 'statement' ? formatBalance('OPBD', 0) + formatBalance('CLBD', sum) : ''}`;
  const xml = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:${message}"><${root}>${head}
${cents.map(formatEntry).join('\n')}</${part}></${root}></Document>`;
  return { xml: new TextEncoder().encode(xml), bookings };
}

function formatEntry(cents: number, index: number): string {
  const amount = `<Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`;
  return `<Ntry><NtryRef>${index}</NtryRef>${amount}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${DAY}</Dt></BookgDt><ValDt><Dt>${DAY}</Dt></ValDt>
<AcctSvcrRef>REF${index}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>
<NtryDtls><TxDtls><Refs><EndToEndId>E${index}</EndToEndId><TxId>T${index}</TxId></Refs>${amount}<RltdPties><Dbtr><Pty><Nm>Payer ${index}</Nm></Pty></Dbtr>
<DbtrAcct><Id><IBAN>NL91ABNA0417164300</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>invoice ${index}, with thanks for everything &amp; more</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
}
