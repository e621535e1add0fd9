import { type AwkwardInput, acceptAs, refuse } from './awkwardInput.testing.ts';

const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const LEGACY = '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa';
const EVM = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
/** A Lightning invoice, which wallets append to an address so that both kinds of wallets can read the code. */
const INVOICE = `lnbc1${'q'.repeat(300)}`;

const acceptAsAddress = (address: string, ...inputs: readonly string[]) =>
  acceptAs(...inputs.map((input): [string, string] => [input, address]));

/** Addresses for receiving bitcoin, with the stored address or the fault. */
export const bitcoinAddressInputs: readonly AwkwardInput[] = [
  ...acceptAsAddress(
    BITCOIN,
    BITCOIN.toUpperCase(),
    `\u3000${BITCOIN}\u3000`,
    `\u2067${BITCOIN}\u2069`,
    `${BITCOIN}\u200F`,
    `„${BITCOIN}“`,
  ),
  ...acceptAsAddress(
    BITCOIN,
    `‚${BITCOIN}‘`,
    `«${BITCOIN}»`,
    `(${BITCOIN}).`,
    `bitcoin: ${BITCOIN}`,
    `BITCOIN:${BITCOIN}?amount=0,1`,
  ),
  ...acceptAsAddress(
    BITCOIN,
    `bitcoin:${BITCOIN}?amount=0.1&lightning=${INVOICE}`,
    `bitcoin:${BITCOIN}?label=%F0%9F%98%80`,
  ),
  ...acceptAsAddress(
    LEGACY,
    `${LEGACY};`,
    `"${LEGACY}"`,
    `\`${LEGACY}\``,
    `${LEGACY.slice(0, 17)}\r\n${LEGACY.slice(17)}`,
  ),
  ...refuse(
    'malformed',
    `BTC: ${BITCOIN}`,
    `Address:${BITCOIN}`,
    `https://mempool.space/address/${BITCOIN}`,
    `web+bitcoin:${BITCOIN}`,
  ),
  ...refuse(
    'malformed',
    `${BITCOIN}?amount=0.1`,
    `bitcoin：${BITCOIN}`,
    `₿${BITCOIN}`,
    `${BITCOIN}@example.com`,
    `\u202D${BITCOIN}`,
  ),
  ...refuse(
    'malformed',
    BITCOIN.replace('q', 'ԛ'),
    `ｂｃ１${BITCOIN.slice(3)}`,
    `${BITCOIN}😀`,
    `${BITCOIN}\u0301`,
    `<b>${BITCOIN}</b>`,
  ),
  ...refuse(
    'malformed',
    '₿alice@example.com',
    'alice.eth',
    'DE89 3704 0044 0532 0130 00',
    '4242 4242 4242 4242',
    'undefined',
    'null',
    '?',
    LEGACY.toLowerCase(),
  ),
  ...refuse('bad_checksum', `${BITCOIN.slice(0, -1)}p`, LEGACY.replace('1A1', '1a1')),
  ...refuse(
    'wrong_network',
    EVM,
    `ethereum:${EVM}`,
    `lightning:${INVOICE.slice(0, 60)}`,
    `dogecoin:${LEGACY}`,
    `bitcoincash:${LEGACY}`,
  ),
];

/** Addresses for receiving ether. */
export const ethereumAddressInputs: readonly AwkwardInput[] = [
  ...acceptAsAddress(
    EVM,
    EVM.toLowerCase(),
    `\u2068${EVM}\u2069`,
    `${EVM}\u200B`,
    `\uFEFF${EVM}`,
    `“${EVM}”`,
    `[${EVM}]`,
    `${EVM}.`,
  ),
  ...acceptAsAddress(
    EVM,
    `ethereum:${EVM}@1?value=1e18`,
    `ETHEREUM:${EVM}`,
    `0x71C7 656E C7ab 88b0 98de fB75 1B74 01B5 f6d8 976F`,
  ),
  ...refuse(
    'malformed',
    `ETH ${EVM}`,
    `ETH: ${EVM}`,
    `https://etherscan.io/address/${EVM}`,
    `ethereum:${EVM}/transfer`,
    'vitalik.eth',
  ),
  ...refuse(
    'malformed',
    EVM.replace('C', 'С'),
    EVM.replace('0x', '０x'),
    EVM.slice(0, -1),
    `${EVM}0`,
    `0x${EVM}`,
    `${EVM}…`,
  ),
  ...refuse('malformed', '0x71C7…976F', `${EVM.slice(0, 9)}\u202E${EVM.slice(9)}`, `${EVM}\u0008`, '0x', '-'),
  ...refuse(
    'malformed',
    "0x'; drop table x;--",
    '${7*7}',
    '__proto__',
    `base:${EVM}`,
    'eth:vitalik',
    `ethereum:${EVM}@mainnet`,
  ),
  ...refuse('bad_checksum', EVM.replace('71C7', '71c7'), EVM.replace('fB75', 'Fb75')),
  ...refuse('wrong_network', BITCOIN, LEGACY, `bitcoin:${BITCOIN}`, `ethereum:${EVM}@137`, `ethereum:${EVM}@8453`),
];
