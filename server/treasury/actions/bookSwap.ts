import { type Amount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import type { z } from 'zod';
import { type ActionRequest, defineAction, fields } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { TREASURER } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import type { Account } from '../../ledger/account.ts';
import { findEntryKey } from '../../ledger/entryKeyStore.ts';
import { isPosted } from '../../ledger/ledgerStore.ts';
import { postManualBooking } from '../../ledger/manualBookingStore.ts';
import { move } from '../../ledger/posting.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';

const inputSchema = fields('given', 'givenCrypto', 'came', 'cameCrypto', 'from', 'to');

/**
 * Books a swap that a person has made, at the exchange or with the issuer of a wrapped token, such as BTC into WBTC. Moves no
 * coins.
 */
export const bookSwap = defineAction({
  name: 'swap',
  subject: 'other',
  input: inputSchema,
  right: { requesters: TREASURER, approvers: null },
  secondPerson: never,
  title: (subject) => `Book swap ${subject}`,
  money: 'Posts the exchange of one coin for another',
  button: ({ given, came }: { readonly given: string; readonly came: string }) => ({
    label: `Book swap of ${given} into ${came}`,
    effect: 'The ledger has less of one coin and more of the other. The cost or gain is booked under trading.',
  }),
  command: {
    usage: 'swap AMOUNT CRYPTO AMOUNT CRYPTO --reference ID [--from venue|wallet] [--to venue|wallet]',
    about:
      'posts that you exchanged one coin for another, such as BTC for WBTC; from the exchange to the wallet unless specified',
    read({ options }, [given = '', givenCrypto = '', came = '', cameCrypto = '']) {
      const { reference = '', from = 'venue', to = 'wallet' } = options;
      if (reference.trim() === '') throw new CommandError("give --reference, the counterparty's id of the swap");
      return { subject: reference.trim(), input: { given, givenCrypto, came, cameCrypto, from, to } };
    },
  },
  doneBy: 'clerk',
  execute,
});

/** Accounts of the operator's coins, by the values of the command's options. */
export const SWAP_ACCOUNTS: Readonly<Record<string, Account>> = { venue: 'asset:venue', wallet: 'asset:wallet' };

export type Swap = {
  readonly given: Amount;
  readonly came: Amount;
  readonly from: Account;
  readonly to: Account;
  /** `swap:` and the swap's id at the exchange or the issuer. Booked once under this key, and again after a reversal. */
  readonly key: string;
};

/** Returns the swap of a request if it may be booked. Throws {@link CommandError}. */
export async function judgeSwap(
  database: Queryable,
  { subject, input }: { readonly subject: string; readonly input: z.output<typeof inputSchema> },
): Promise<Swap> {
  const { catalog } = await readSettings(database);
  const reference = subject.trim();
  if (reference === '') throw new CommandError("give --reference, the counterparty's id of the swap");
  const given = parseSwapAmount(catalog, input.given, input.givenCrypto);
  const came = parseSwapAmount(catalog, input.came, input.cameCrypto);
  if (given.asset.id === came.asset.id) throw new CommandError('both coins are the same');
  const key = `swap:${reference}`;
  if (await isPosted(database, await findEntryKey(database, key))) throw new CommandError('the swap is already booked');
  return { given, came, from: parseSwapAccount(input.from), to: parseSwapAccount(input.to), key };
}

async function execute({ database }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { id, subject: reference, who, why } = request;
  const { given, came, from, to, key } = await judgeSwap(database, request);
  const postings = [...move(given, from, 'trading'), ...move(came, 'trading', to)];
  return async (transaction) => {
    const at = await readTransactionTime(transaction);
    await postManualBooking(transaction, { kind: 'swap', key, postings }, { request: id, at });
    const places = { from: request.input.from, to: request.input.to };
    const after = { given: formatWithCode(given), came: formatWithCode(came), ...places };
    const subject = `swap ${reference}`;
    await appendAuditLine(transaction, { who, why, approvedBy: null, action: 'swap', subject, before: null, after });
    return `${formatWithCode(given)} at the ${places.from} were swapped into ${formatWithCode(came)} at the ${places.to}`;
  };
}

function parseSwapAccount(name: string): Account {
  const account = Object.hasOwn(SWAP_ACCOUNTS, name) ? SWAP_ACCOUNTS[name] : undefined;
  if (!account) throw new CommandError(`${name} is not an account for swaps: ${Object.keys(SWAP_ACCOUNTS).join(', ')}`);
  return account;
}

function parseSwapAmount({ cryptos }: Catalog, text: string, id: string): Amount {
  const crypto = cryptos.get(id);
  if (!crypto) throw new CommandError(`there is no crypto ${id || '(give AMOUNT CRYPTO AMOUNT CRYPTO)'}`);
  try {
    const amount = parseAmount(crypto.asset, text);
    if (amount.units > 0n) return amount;
  } catch {
    // The error below reports it.
  }
  throw new CommandError(`${text} is not an amount of ${id}, which has ${crypto.asset.decimals} decimals`);
}

function formatWithCode(amount: Amount): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}
