import { judgeSwap, PLACES } from '../../../operator/clerk/bookSwap.ts';
import { CommandError } from '../../../operator/commandError.ts';
import { judgeTopUp } from '../../../operator/judgeTopUp.ts';
import { ORIGINS, wishToAllowAddress, wishToTopUp } from '../../../operator/withdraw.ts';
import { findCryptoOn } from '../../../purchase/catalog/catalog.ts';
import { foldAddress } from '../../../risk/screening.ts';
import { findListed, ownAddress } from '../../../treasury/withdrawal/addressStore.ts';
import { saidSum } from '../../shownSum.ts';
import { addressFact, type ReadMove, textFact } from './move.ts';

const ONE_IS_ENOUGH = 'It moves nothing: one person decides, and the books are compared with the places all the same.';

/** Coins that a transaction has brought: its chain says how much. */
export const topUpMove: ReadMove = async ({ database, settings }, { crypto: id = '', transaction = '', from = '' }) => {
  const { catalog } = settings();
  const crypto = findCryptoOn(catalog, id, undefined);
  if (!crypto) throw new CommandError(id === '' ? 'choose a coin' : `there is no crypto ${id}`);
  const wish = wishToTopUp(crypto, { transaction: transaction.trim(), from: from === '' ? ORIGINS[0] : from });
  const judged = await judgeTopUp(database, catalog, wish.input);
  const own = await ownAddress(database, crypto.network.chain);
  return {
    ...wish,
    label: `Book the ${crypto.symbol} of this transaction`,
    effect:
      wish.input['from'] === 'owner'
        ? 'As much as the chain says is in the wallet then, and is what the owner has put in.'
        : 'As much as the chain says is in the wallet then, and is on its way no more.',
    facts: [
      textFact('Transaction', wish.input['transaction'] ?? ''),
      textFact('On', crypto.network.id),
      textFact('How much', 'as much as the chain says, once it is final'),
      ...(own ? [addressFact('To our wallet', own.written)] : []),
    ],
    against: judged.kind === 'refused' ? judged.why : undefined,
    whyTwo: ONE_IS_ENOUGH,
  };
};

/** One coin that was turned into another. */
export const swapMove: ReadMove = async ({ database }, fields) => {
  const { reference = '', given = '', givenCrypto = '', came = '', cameCrypto = '', from = '', to = '' } = fields;
  if (reference.trim() === '') throw new CommandError('say the id by which the other side knows it');
  const [first = '', second = ''] = Object.keys(PLACES);
  const input = { given, givenCrypto, came, cameCrypto, from: from || first, to: to || second };
  const wish = { action: 'swap', subject: reference.trim(), input } as const;
  const judged = await judgeSwap(database, wish);
  return {
    ...wish,
    label: `Book ${saidSum(judged.given)} as ${saidSum(judged.came)}`,
    effect: 'The ledger has the one coin less and the other more. What it cost or brought stands under trading.',
    facts: [
      textFact('Given', `${saidSum(judged.given)}, at the ${input.from}`),
      textFact('Came', `${saidSum(judged.came)}, at the ${input.to}`),
      textFact('Known there as', wish.subject),
    ],
    against: undefined,
    whyTwo: ONE_IS_ENOUGH,
  };
};

/** An address to which coins may be withdrawn. */
export const allowAddressMove: ReadMove = async ({ database, settings }, { network = '', address = '' }) => {
  const { catalog, deniedAddresses } = settings();
  const wish = wishToAllowAddress(catalog, { network, address: address.trim() });
  const written = wish.input['address'] ?? '';
  const chain = catalog.networks.find(({ id }) => id === network)?.chain ?? '';
  const [own, listed] = await Promise.all([ownAddress(database, chain), findListed(database, chain, written)]);
  const isOwn = own !== undefined && foldAddress(own.written) === foldAddress(written);
  const isDenied = deniedAddresses.some((denied) => foldAddress(denied) === foldAddress(written));
  return {
    ...wish,
    label: `Allow this address on ${network}`,
    effect: 'Coins may be withdrawn there from then on. At the venue it has to be set up and confirmed too.',
    facts: [
      addressFact('Address', written),
      textFact('On', network),
      ...(listed && !isOwn ? [textFact('On the list', 'it is there: it is agreed to anew')] : []),
    ],
    against: isOwn ? `${written} is the treasury’s own` : isDenied ? 'it is on a list of denied addresses' : undefined,
    whyTwo: 'Where coins may go is always for two persons.',
  };
};
