import { CommandError } from '../../../action/commandError.ts';
import { findCryptoOn } from '../../../purchase/catalog/catalog.ts';
import { toComparableAddress } from '../../../risk/screening.ts';
import { allowAddress } from '../../../treasury/actions/allowAddress.ts';
import { bookSwap, judgeSwap, SWAP_ACCOUNTS } from '../../../treasury/actions/bookSwap.ts';
import { bookTopUp } from '../../../treasury/actions/bookTopUp.ts';
import {
  buildAllowAddressRequest,
  buildTopUpRequest,
  TOP_UP_ORIGINS,
} from '../../../treasury/actions/buildTreasuryRequest.ts';
import { judgeTopUp } from '../../../treasury/actions/judgeTopUp.ts';
import { findAllowedAddress, findOwnAddress } from '../../../treasury/withdrawal/allowedAddressStore.ts';
import { formatAmountWithCode } from '../../presentAmount.ts';
import { buildAddressFact, buildTextFact, type MoveFormReader } from './move.ts';

const ONE_PERSON_DECIDES =
  'No money moves, so no second approval is needed. Reconciliation compares the ledger with the balances as usual.';

/** Reads the form that books coins received in a transaction; the amount is taken from the chain. */
export const readTopUpMove: MoveFormReader = async (
  { database, settings },
  { crypto: id = '', transaction = '', from = '' },
) => {
  const { catalog } = settings();
  const crypto = findCryptoOn(catalog, id, undefined);
  if (!crypto) throw new CommandError(id === '' ? 'choose a coin' : `there is no crypto ${id}`);
  const request = buildTopUpRequest(crypto, {
    transaction: transaction.trim(),
    from: from === '' ? TOP_UP_ORIGINS[0] : from,
  });
  const judged = await judgeTopUp(database, catalog, request.input);
  const own = await findOwnAddress(database, crypto.network.chain);
  return {
    ...request,
    ...bookTopUp.button({ symbol: crypto.symbol, from: request.input.from }),
    facts: [
      buildTextFact('Transaction', request.input.transaction),
      buildTextFact('Network', crypto.network.id),
      buildTextFact('Amount', 'as reported by the chain, once it is final'),
      ...(own ? [buildAddressFact('To treasury wallet', own.written)] : []),
    ],
    problem: judged.kind === 'refused' ? judged.why : undefined,
    approvalNote: ONE_PERSON_DECIDES,
  };
};

/** Reads the form that books a swap of one coin into another. */
export const readSwapMove: MoveFormReader = async ({ database }, fields) => {
  const {
    reference = '',
    given: givenText = '',
    givenCrypto = '',
    came: cameText = '',
    cameCrypto = '',
    from = '',
    to = '',
  } = fields;
  if (reference.trim() === '') throw new CommandError('enter the counterparty’s reference');
  const [first = '', second = ''] = Object.keys(SWAP_ACCOUNTS);
  const input = { given: givenText, givenCrypto, came: cameText, cameCrypto, from: from || first, to: to || second };
  const request = { action: 'swap', subject: reference.trim(), input } as const;
  const judged = await judgeSwap(database, request);
  const [given, came] = [formatAmountWithCode(judged.given), formatAmountWithCode(judged.came)];
  return {
    ...request,
    ...bookSwap.button({ given, came }),
    facts: [
      buildTextFact('Given', `${given}, at the ${input.from}`),
      buildTextFact('Received', `${came}, at the ${input.to}`),
      buildTextFact('Counterparty reference', request.subject),
    ],
    problem: undefined,
    approvalNote: ONE_PERSON_DECIDES,
  };
};

/** Reads the form that adds an address to which coins may be withdrawn. */
export const readAllowAddressMove: MoveFormReader = async ({ database, settings }, { network = '', address = '' }) => {
  const { catalog, deniedAddresses } = settings();
  const request = buildAllowAddressRequest(catalog, { network, address: address.trim() });
  const written = request.input.address;
  const chain = catalog.networks.find(({ id }) => id === network)?.chain ?? '';
  const [own, listed] = await Promise.all([
    findOwnAddress(database, chain),
    findAllowedAddress(database, chain, written),
  ]);
  const isOwn = own !== undefined && toComparableAddress(own.written) === toComparableAddress(written);
  const isDenied = deniedAddresses.some((denied) => toComparableAddress(denied) === toComparableAddress(written));
  return {
    ...request,
    ...allowAddress.button({ network }),
    facts: [
      buildAddressFact('Address', written),
      buildTextFact('Network', network),
      ...(listed && !isOwn ? [buildTextFact('Allow list', 'already listed: this renews the approval')] : []),
    ],
    problem: isOwn ? `${written} is an address of the treasury` : isDenied ? 'it is on a deny list' : undefined,
    approvalNote: 'Allowing an address always requires a second approval.',
  };
};
