import type { BankStatement } from '../bankPort.ts';

/** One booking, as input for a bank's file. */
type WrittenBooking = {
  /** As the bank writes it: banks pad amounts differently. */
  readonly amount: string;
  readonly credit?: boolean;
  /** Parts of a collective booking, or its only transaction. */
  readonly parts: readonly { readonly amount: string; readonly id: string }[];
  /** Number of transactions that the bank counts in each group of details. */
  readonly counted?: readonly number[];
};

type FileVariant = {
  readonly name: string;
  readonly prefix?: string;
  readonly dated?: 'day' | 'moment';
  readonly bookings: readonly WrittenBooking[];
};

const buildBooking = (amount: string, id: string, credit = true): WrittenBooking => ({
  amount,
  credit,
  parts: [{ amount, id }],
});

/** Variants observed in banks' files, one each. */
export const fileVariants: readonly FileVariant[] = [
  {
    name: 'each booking with its transaction',
    bookings: [buildBooking('10.00', 'A'), buildBooking('2.50', 'B', false)],
  },
  { name: 'a prefix for the namespace', prefix: 'ns2:', bookings: [buildBooking('10.00', 'A')] },
  { name: 'moments in place of days', dated: 'moment', bookings: [buildBooking('10.00', 'A')] },
  { name: 'no id', bookings: [buildBooking('10.00', 'NOTPROVIDED'), buildBooking('7.00', '')] },
  {
    name: 'padded amounts',
    bookings: [
      buildBooking('18.150', 'A'),
      buildBooking('5442.09000', 'B'),
      buildBooking('01.00', 'C'),
      buildBooking('3', 'D'),
    ],
  },
  {
    name: 'a batch that is counted once',
    bookings: [
      {
        amount: '30.00',
        counted: [2],
        parts: [
          { amount: '10.00', id: 'A' },
          { amount: '20.00', id: 'B' },
        ],
      },
    ],
  },
  {
    name: 'a batch that is counted nowhere',
    bookings: [
      {
        amount: '30.00',
        parts: [
          { amount: '10.00', id: 'A' },
          { amount: '20.00', id: 'B' },
        ],
      },
    ],
  },
  {
    name: 'a batch without its parts',
    bookings: [{ amount: '30.00', counted: [2], parts: [] }, buildBooking('1.00', 'C')],
  },
  {
    name: 'a debited batch without its parts',
    bookings: [{ amount: '30.00', credit: false, counted: [3], parts: [] }],
  },
  { name: 'a sum without any detail', bookings: [{ amount: '30.00', parts: [] }] },
];

export const messageVersions = '02 03 04 05 06 07 08 09 10 11 12 13 14'.split(' ');

const DAY = '2026-11-20';
const NOW = `${DAY}T20:00:00Z`;

/** Returns a file with one variant and a pending entry, by the definition of a message version. */
export function buildVariantFile(
  { prefix = '', dated = 'day', bookings }: FileVariant,
  kind: BankStatement['kind'],
  version: string,
) {
  const isSince = (first: number) => Number(version) >= first;
  const date = dated === 'day' ? `<Dt>${DAY}</Dt>` : `<DtTm>${NOW}</DtTm>`;
  const code = '<BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd>';
  const indicator = (credit = true) => `<CdtDbtInd>${credit ? 'CRDT' : 'DBIT'}</CdtDbtInd>`;
  const formatAmountElements = (amount: string, credit: boolean | undefined) =>
    isSince(3)
      ? `<Amt Ccy="EUR">${amount}</Amt>${indicator(credit)}`
      : `<AmtDtls><TxAmt><Amt Ccy="EUR">${amount}</Amt></TxAmt></AmtDtls>`;
  const name = isSince(7) ? '<Pty><Nm>Ada</Nm></Pty>' : '<Nm>Ada</Nm>';
  const entries = bookings.map(({ amount, credit, parts, counted = [] }, index) => {
    const transactionDetails = parts.map(
      ({
        amount: part,
        id,
      }) => `<TxDtls>${id && `<Refs><EndToEndId>${id}</EndToEndId></Refs>`}${formatAmountElements(part, credit)}
<RltdPties><Dbtr>${name}</Dbtr></RltdPties></TxDtls>`,
    );
    const batches = counted.map((count) => `<Btch><NbOfTxs>${count}</NbOfTxs></Btch>`).join('');
    return `<Ntry><Amt Ccy="EUR">${amount}</Amt>${indicator(credit)}<Sts>${isSince(7) ? '<Cd>BOOK</Cd>' : 'BOOK'}</Sts>
<BookgDt>${date}</BookgDt><AcctSvcrRef>R${index}</AcctSvcrRef>${code}
${batches || transactionDetails.length > 0 ? `<NtryDtls>${batches}${transactionDetails.join('\n')}</NtryDtls>` : ''}<AddtlNtryInf>text</AddtlNtryInf></Ntry>`;
  });
  const pending = `<Ntry><Amt Ccy="EUR">99.00</Amt>${indicator()}<Sts>${isSince(7) ? '<Cd>PDNG</Cd>' : 'PDNG'}</Sts>${code}</Ntry>`;
  const [root, part] = kind === 'statement' ? ['BkToCstmrStmt', 'Stmt'] : ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'];
  const balance = `<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">0</Amt>${indicator()}<Dt><Dt>${DAY}</Dt></Dt></Bal>`;
  const inside = `<Document><${root}><GrpHdr><MsgId>M</MsgId><CreDtTm>${NOW}</CreDtTm></GrpHdr>
<${part}><Id>S</Id><CreDtTm>${NOW}</CreDtTm><Acct><Id><IBAN>DE89370400440532013000</IBAN></Id></Acct>
${kind === 'statement' ? balance : ''}${entries.join('\n')}${pending}</${part}></${root}></Document>`;
  const message = `camt.05${kind === 'statement' ? 3 : 4}.001.${version}`;
  const declared = `xmlns${prefix && `:${prefix.slice(0, -1)}`}="urn:iso:std:iso:20022:tech:xsd:${message}"`;
  const named = inside.replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix}`).replace('Document>', `Document ${declared}>`);
  return new TextEncoder().encode(`<?xml version="1.0" encoding="UTF-8"?>\n${named}`);
}
