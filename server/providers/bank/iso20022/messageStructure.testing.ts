import { readXmlTree, type XmlNode } from './xmlTree.testing.ts';

/**
 * Allowed children of an element, in order: `Name` once, `Name?` at most once, `Name*` any number, `Name+` at least
 * one, `Name{0,3}` up to that number; alternatives are separated by a bar. Elements that contain only text have no entry
 * or an empty one. An element that depends on its position is prefixed with its parent.
 *
 * Source: ISO 20022's message definitions (www.iso20022.org, Payments Initiation and Bank-to-Customer Cash Management).
 * Only the elements that files in this repository use are listed.
 */
type Structure = Readonly<Record<string, string>>;

const ACCOUNT = 'Id Tp? Ccy? Nm? Prxy?';
const PARTY = 'Nm? PstlAdr? Id? CtryOfRes? CtctDtls?';
const CODE = 'Cd|Prtry';
const AGENT = 'FinInstnId BrnchId?';
const INSTITUTION = 'BICFI? ClrSysMmbId? LEI? Nm? PstlAdr? Othr?';
const DATE = 'Dt|DtTm';
const PAGE = 'PgNb LastPgInd';

/** Common parts of the messages. */
const COMMON: Structure = {
  'Acct/Id': 'IBAN|Othr',
  'DbtrAcct/Id': 'IBAN|Othr',
  'CdtrAcct/Id': 'IBAN|Othr',
  Othr: 'Id SchmeNm? Issr?',
  DbtrAcct: ACCOUNT,
  CdtrAcct: ACCOUNT,
  DbtrAgt: AGENT,
  FinInstnId: INSTITUTION,
  InitgPty: PARTY,
  'InitgPty/Id': 'OrgId|PrvtId',
  OrgId: 'AnyBIC? LEI? Othr*',
  Dbtr: PARTY,
  Cdtr: PARTY,
  'Dbtr/Pty': PARTY,
  'Cdtr/Pty': PARTY,
  Rsn: CODE,
};

const PAIN_001: Structure = {
  ...COMMON,
  Document: 'CstmrCdtTrfInitn',
  CstmrCdtTrfInitn: 'GrpHdr PmtInf+ SplmtryData*',
  GrpHdr: 'MsgId CreDtTm Authstn{0,2} NbOfTxs CtrlSum? InitgPty FwdgAgt?',
  PmtInf:
    'PmtInfId PmtMtd BtchBookg? NbOfTxs? CtrlSum? PmtTpInf? ReqdExctnDt PoolgAdjstmntDt? Dbtr DbtrAcct DbtrAgt DbtrAgtAcct? InstrForDbtrAgt? UltmtDbtr? ChrgBr? ChrgsAcct? ChrgsAcctAgt? CdtTrfTxInf+',
  PmtTpInf: 'InstrPrty? SvcLvl* LclInstrm? CtgyPurp?',
  SvcLvl: CODE,
  ReqdExctnDt: DATE,
  CdtTrfTxInf:
    'PmtId PmtTpInf? Amt XchgRateInf? ChrgBr? ChqInstr? UltmtDbtr? IntrmyAgt1? IntrmyAgt1Acct? IntrmyAgt2? IntrmyAgt2Acct? IntrmyAgt3? IntrmyAgt3Acct? CdtrAgt? CdtrAgtAcct? Cdtr? CdtrAcct? UltmtCdtr? InstrForCdtrAgt* InstrForDbtrAgt? Purp? RgltryRptg{0,10} Tax? RltdRmtInf{0,10} RmtInf? SplmtryData*',
  PmtId: 'InstrId? EndToEndId UETR?',
  Amt: 'InstdAmt|EqvtAmt',
  RmtInf: 'Ustrd* Strd*',
};

const PAIN_002: Structure = {
  ...COMMON,
  Document: 'CstmrPmtStsRpt',
  CstmrPmtStsRpt: 'GrpHdr OrgnlGrpInfAndSts OrgnlPmtInfAndSts* SplmtryData*',
  GrpHdr: 'MsgId CreDtTm InitgPty? FwdgAgt? DbtrAgt? CdtrAgt?',
  OrgnlGrpInfAndSts:
    'OrgnlMsgId OrgnlMsgNmId OrgnlCreDtTm? OrgnlNbOfTxs? OrgnlCtrlSum? GrpSts? StsRsnInf* NbOfTxsPerSts*',
  StsRsnInf: 'Orgtr? Rsn? AddtlInf*',
  Orgtr: PARTY,
  NbOfTxsPerSts: 'DtldNbOfTxs DtldSts DtldCtrlSum?',
  OrgnlPmtInfAndSts: 'OrgnlPmtInfId OrgnlNbOfTxs? OrgnlCtrlSum? PmtInfSts? StsRsnInf* NbOfTxsPerSts* TxInfAndSts*',
  TxInfAndSts:
    'StsId? OrgnlInstrId? OrgnlEndToEndId? OrgnlUETR? TxSts? StsRsnInf* ChrgsInf* TrckrData? AccptncDtTm? AcctSvcrRef? ClrSysRef? OrgnlTxRef? SplmtryData*',
  OrgnlTxRef:
    'IntrBkSttlmAmt? Amt? IntrBkSttlmDt? ReqdColltnDt? ReqdExctnDt? CdtrSchmeId? SttlmInf? PmtTpInf? PmtMtd? MndtRltdInf? RmtInf? UltmtDbtr? Dbtr? DbtrAcct? DbtrAgt? DbtrAgtAcct? CdtrAgt? CdtrAgtAcct? Cdtr? CdtrAcct? UltmtCdtr? Purp?',
  Amt: 'InstdAmt|EqvtAmt',
  ReqdExctnDt: DATE,
  Cdtr: 'Pty|Agt',
  Dbtr: 'Pty|Agt',
};

const PAIN_002_03: Structure = {
  ...PAIN_002,
  CstmrPmtStsRpt: 'GrpHdr OrgnlGrpInfAndSts OrgnlPmtInfAndSts*',
  OrgId: 'BICOrBEI? Othr*',
  TxInfAndSts:
    'StsId? OrgnlInstrId? OrgnlEndToEndId? TxSts? StsRsnInf* ChrgsInf* AccptncDtTm? AcctSvcrRef? ClrSysRef? OrgnlTxRef?',
  ReqdExctnDt: '',
};

const CAMT: Structure = {
  ...COMMON,
  Document: 'BkToCstmrStmt|BkToCstmrDbtCdtNtfctn',
  BkToCstmrStmt: 'GrpHdr Stmt+ SplmtryData*',
  BkToCstmrDbtCdtNtfctn: 'GrpHdr Ntfctn+ SplmtryData*',
  GrpHdr: 'MsgId CreDtTm MsgRcpt? MsgPgntn? OrgnlBizQry? AddtlInf?',
  MsgRcpt: PARTY,
  MsgPgntn: PAGE,
  StmtPgntn: PAGE,
  Stmt: 'Id StmtPgntn? ElctrncSeqNb? RptgSeq? LglSeqNb? CreDtTm? FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst* Bal+ TxsSummry? Ntry* AddtlStmtInf?',
  Ntfctn:
    'Id NtfctnPgntn? ElctrncSeqNb? RptgSeq? LglSeqNb? CreDtTm? FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst* TxsSummry? Ntry* AddtlNtfctnInf?',
  Acct: `${ACCOUNT} Ownr? Svcr?`,
  Ownr: PARTY,
  Svcr: AGENT,
  Bal: 'Tp CdtLine* Amt CdtDbtInd Dt Avlbty*',
  'Bal/Tp': 'CdOrPrtry SubTp?',
  'CdtrRefInf/Tp': 'CdOrPrtry Issr?',
  CdOrPrtry: CODE,
  SubTp: CODE,
  'Bal/Dt': DATE,
  BookgDt: DATE,
  ValDt: DATE,
  Ntry: 'NtryRef? Amt CdtDbtInd RvslInd? Sts BookgDt? ValDt? AcctSvcrRef? Avlbty* BkTxCd ComssnWvrInd? AddtlInfInd? AmtDtls? Chrgs? TechInptChanl? Intrst? CardTx? NtryDtls* AddtlNtryInf?',
  Sts: CODE,
  BkTxCd: 'Domn? Prtry?',
  Domn: 'Cd Fmly',
  Fmly: 'Cd SubFmlyCd',
  'BkTxCd/Prtry': 'Cd Issr?',
  AmtDtls: 'InstdAmt? TxAmt? CntrValAmt? AnncdPstngAmt? PrtryAmt*',
  TxAmt: 'Amt CcyXchg?',
  NtryDtls: 'Btch? TxDtls*',
  Btch: 'MsgId? PmtInfId? NbOfTxs? TtlAmt? CdtDbtInd?',
  TxDtls:
    'Refs? Amt? CdtDbtInd? AmtDtls? Avlbty* BkTxCd? Chrgs? Intrst? RltdPties? RltdAgts? LclInstrm? Purp? RltdRmtInf{0,10} RmtInf? RltdDts? RltdPric? RltdQties* FinInstrmId? Tax? RtrInf? CorpActn? SfkpgAcct? CshDpst* CardTx? AddtlTxInf? SplmtryData*',
  Refs: 'MsgId? AcctSvcrRef? PmtInfId? InstrId? EndToEndId? UETR? TxId? MndtId? ChqNb? ClrSysRef? AcctOwnrTxId? AcctSvcrTxId? MktInfrstrctrTxId? PrcgId? Prtry*',
  RltdPties: 'InitgPty? Dbtr? DbtrAcct? UltmtDbtr? Cdtr? CdtrAcct? UltmtCdtr? TradgPty? Prtry*',
  Dbtr: 'Pty|Agt',
  Cdtr: 'Pty|Agt',
  RmtInf: 'Ustrd* Strd*',
  Strd: 'RfrdDocInf* RfrdDocAmt? CdtrRefInf? Invcr? Invcee? TaxRmt? GrnshmtRmt? AddtlRmtInf{0,3}',
  CdtrRefInf: 'Tp? Ref?',
  RtrInf: 'OrgnlBkTxCd? Orgtr? Rsn? AddtlInf*',
};

/**
 * Versions .04 to .06, which are the same: parties without `Pty`, a status that is a plain code, and a creation time in
 * every statement.
 */
const CAMT_06: Structure = {
  ...CAMT,
  Dbtr: PARTY,
  Cdtr: PARTY,
  Sts: '',
  Stmt: 'Id StmtPgntn? ElctrncSeqNb? LglSeqNb? CreDtTm FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst* Bal+ TxsSummry? Ntry* AddtlStmtInf?',
  Ntfctn:
    'Id NtfctnPgntn? ElctrncSeqNb? LglSeqNb? CreDtTm FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst* TxsSummry? Ntry* AddtlNtfctnInf?',
  Refs: 'MsgId? AcctSvcrRef? PmtInfId? InstrId? EndToEndId? TxId? MndtId? ChqNb? ClrSysRef? AcctOwnrTxId? AcctSvcrTxId? MktInfrstrctrTxId? PrcgId? Prtry*',
  TxDtls:
    'Refs? Amt CdtDbtInd AmtDtls? Avlbty* BkTxCd? Chrgs? Intrst? RltdPties? RltdAgts? Purp? RltdRmtInf{0,10} RmtInf? RltdDts? RltdPric? RltdQties* FinInstrmId? Tax? RtrInf? CorpActn? SfkpgAcct? CshDpst* CardTx? AddtlTxInf? SplmtryData*',
};

const CAMT_02: Structure = {
  ...CAMT_06,
  FinInstnId: 'BIC? ClrSysMmbId? Nm? PstlAdr? Othr?',
  BkToCstmrStmt: 'GrpHdr Stmt+',
  BkToCstmrDbtCdtNtfctn: 'GrpHdr Ntfctn+',
  Stmt: 'Id ElctrncSeqNb? LglSeqNb? CreDtTm FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst* Bal+ TxsSummry? Ntry* AddtlStmtInf?',
  Ntfctn:
    'Id ElctrncSeqNb? LglSeqNb? CreDtTm FrToDt? CpyDplctInd? RptgSrc? Acct RltdAcct? Intrst* TxsSummry? Ntry* AddtlNtfctnInf?',
  Refs: 'MsgId? AcctSvcrRef? PmtInfId? InstrId? EndToEndId? TxId? MndtId? ChqNb? ClrSysRef? Prtry?',
  TxDtls:
    'Refs? AmtDtls? Avlbty* BkTxCd? Chrgs* Intrst* RltdPties? RltdAgts? Purp? RltdRmtInf{0,10} RmtInf? RltdDts? RltdPric? RltdQties* FinInstrmId? Tax? RtrInf? CorpActn? SfkpgAcct? AddtlTxInf?',
};

/** Structures of the message versions that files in this repository use. */
const MESSAGES: Readonly<Record<string, Structure>> = {
  'pain.001.001.09': PAIN_001,
  'pain.002.001.03': PAIN_002_03,
  'pain.002.001.10': PAIN_002,
  'camt.053.001.02': CAMT_02,
  'camt.054.001.02': CAMT_02,
  'camt.053.001.04': CAMT_06,
  'camt.054.001.04': CAMT_06,
  'camt.053.001.06': CAMT_06,
  'camt.054.001.06': CAMT_06,
  'camt.053.001.08': CAMT,
  'camt.054.001.08': CAMT,
};

/**
 * Returns the violations of a file's message definition; empty if there are none. Checks names, order and number of
 * elements.
 */
export function findStructureFaults(bytes: Uint8Array): string[] {
  const { root, message } = readXmlTree(bytes);
  const structure = MESSAGES[message];
  if (!structure) return [`${message || 'no message'} is not known`];
  return findNodeFaults(structure, root, '');
}

function findNodeFaults(structure: Structure, { name, children, text }: XmlNode, parent: string): string[] {
  const place = parent === '' ? name : `${parent}/${name}`;
  const rule = structure[`${parent.split('/').at(-1)}/${name}`] ?? structure[name] ?? '';
  if (rule === '') return children.length > 0 ? [`${place} may not hold elements`] : [];
  const names = children.map((child) => `${child.name} `).join('');
  const own = [
    ...(buildChildPattern(rule).test(names) ? [] : [`${place} holds ${names.trim() || 'nothing'}, not ${rule}`]),
    ...(text === '' ? [] : [`${place} holds text`]),
  ];
  return [...own, ...children.flatMap((child) => findNodeFaults(structure, child, place))];
}

function buildChildPattern(rule: string): RegExp {
  if (rule.includes('|')) return new RegExp(`^(?:${rule})[ ]$`);
  const parts = rule.split(' ').map((part) => part.replace(/^(\w+)(.*)$/, '(?:$1[ ])$2'));
  return new RegExp(`^${parts.join('')}$`);
}
