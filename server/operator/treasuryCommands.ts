import { askClerk } from './asking.ts';
import { bookableAs } from './clerk/bookable.ts';
import type { Command } from './command.ts';
import { CommandError } from './commandError.ts';
import { treasuryReport } from './treasuryReport.ts';
import { askToAllowAddress, askToTopUp, askToWithdraw } from './withdraw.ts';

/** What an operator can do with the operator's own money. */
export const treasuryCommands = {
  swap: {
    usage: 'swap AMOUNT CRYPTO AMOUNT CRYPTO --reference ID [--from venue|wallet] [--to venue|wallet]',
    about:
      'books that you have turned one coin into another, as BTC into WBTC: what was given, what came; from the venue to the wallet unless said otherwise',
    decides: 'asks',
    async run(context, [given = '', givenCrypto = '', came = '', cameCrypto = '']) {
      const { reference = '', from = 'venue', to = 'wallet' } = context.options;
      if (reference.trim() === '') throw new CommandError('say --reference, by which the other side knows it');
      const input = { given, givenCrypto, came, cameCrypto, from, to };
      return askClerk(context, { action: 'swap', subject: reference.trim(), input });
    },
  },
  book: {
    usage: `book ENTRY --as ${bookableAs.join(' | ')} [--of PAYOUT]`,
    about:
      "says what a booking of the bank, or a movement at the acquirer or the venue, is that belongs to no order; --of names the acquirer's payout that has come",
    decides: 'asks',
    async run(context, [entry = '']) {
      const { as = '', of = '' } = context.options;
      return askClerk(context, { action: 'book', subject: entry, input: { as, of } });
    },
  },
  treasury: {
    usage: 'treasury',
    about:
      'where your own money lies, by the books and by the places themselves; what the coming days need, and what to move',
    run: treasuryReport,
  },
  withdraw: {
    usage: 'withdraw CRYPTO AMOUNT [--network NETWORK] [--to ADDRESS]',
    about:
      'has the venue send coins to the treasury, or to another address of the list; above withdrawalTakesTwoAboveEuro with a second person’s yes',
    decides: 'asks',
    run: (context, words) => askToWithdraw(context, words),
  },
  'top-up': {
    usage: 'top-up CRYPTO TRANSACTION [--network NETWORK] [--from transit|owner]',
    about:
      'books coins that have come to the treasury without an order, as much as the chain says; --from owner: you have put them in',
    decides: 'asks',
    run: (context, words) => askToTopUp(context, words),
  },
  'allow-address': {
    usage: 'allow-address NETWORK ADDRESS',
    about: 'an address to which coins may be withdrawn beside the treasury’s own; two people',
    decides: 'asks',
    run: (context, words) => askToAllowAddress(context, words),
  },
} satisfies Readonly<Record<string, Command>>;
