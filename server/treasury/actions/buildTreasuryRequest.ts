import { type Amount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { CommandError } from '../../action/commandError.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog, Crypto } from '../../purchase/catalog/catalog.ts';
import { findAllowedAddress, findOwnAddress } from '../withdrawal/allowedAddressStore.ts';

/** A request as it is signed, built in the same way for the command line and the console. */
export type TreasuryRequestInput<Name extends string, Field extends string> = {
  readonly action: Name;
  readonly subject: string;
  readonly input: Readonly<Record<Field, string>>;
};

/** Returns a request to withdraw coins to an allowed address `to`, or to the treasury's. Throws {@link CommandError}. */
export async function buildWithdrawalRequest(
  database: Queryable,
  crypto: Crypto,
  { amount: text, to }: { readonly amount: string; readonly to: string | undefined },
): Promise<TreasuryRequestInput<'withdraw', 'crypto' | 'units' | 'address'>> {
  const amount = parsePositiveAmount(crypto, text);
  const listed =
    to === undefined
      ? await findOwnAddress(database, crypto.network.chain)
      : await findAllowedAddress(database, crypto.network.chain, to);
  if (!listed)
    throw new CommandError(
      to === undefined
        ? `no worker has reported the treasury address of ${crypto.network.id} yet`
        : `${to} is not on the allow list of ${crypto.network.id}: npm run operate -- allow-address ${crypto.network.id} ${to}`,
    );
  const input = { crypto: crypto.id, units: amount.units.toString(), address: listed.written };
  return { action: 'withdraw', subject: `${formatAmount(amount)} ${crypto.id}`, input };
}

/** The possible sources of a top-up, as the command names them. */
export const TOP_UP_ORIGINS = ['transit', 'owner'] as const;

/** Returns a request to book a top-up. Throws {@link CommandError}. */
export function buildTopUpRequest(
  crypto: Crypto,
  { transaction, from }: { readonly transaction: string; readonly from: string },
): TreasuryRequestInput<'top-up', 'crypto' | 'transaction' | 'from'> {
  if (transaction === '') throw new CommandError('give the transaction');
  if (!TOP_UP_ORIGINS.some((origin) => origin === from))
    throw new CommandError(`${from} is not one of ${TOP_UP_ORIGINS.join(', ')}`);
  const input = { crypto: crypto.id, transaction, from };
  return { action: 'top-up', subject: `${crypto.id} ${transaction}`, input };
}

/** Returns a request to allow an address. Throws {@link CommandError}. */
export function buildAllowAddressRequest(
  { networks }: Pick<Catalog, 'networks'>,
  { network, address }: { readonly network: string; readonly address: string },
): TreasuryRequestInput<'allow-address', 'network' | 'address'> {
  if (!networks.some(({ id }) => id === network))
    throw new CommandError(`there is no network ${network || 'NETWORK'}: ${networks.map(({ id }) => id).join(', ')}`);
  if (address === '') throw new CommandError('give the address');
  return { action: 'allow-address', subject: `${network} ${address}`, input: { network, address } };
}

/** Parses a positive amount. Throws {@link CommandError}. */
function parsePositiveAmount(crypto: Crypto, text: string): Amount {
  const { asset, id } = crypto;
  try {
    const amount = parseAmount(asset, text);
    if (amount.units > 0n) return amount;
  } catch {
    // The error below reports it.
  }
  throw new CommandError(`${text || 'AMOUNT'} is not an amount of ${id}, which has ${asset.decimals} decimals`);
}
