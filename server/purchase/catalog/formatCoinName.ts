import type { Catalog, Crypto } from './catalog.ts';

/**
 * Returns a coin's name for display: its symbol, followed by the network if its id differs from the symbol and another
 * coin of the catalog has the same symbol: `USDC on Base`.
 */
export function formatCoinName({ cryptos }: Pick<Catalog, 'cryptos'>, { id, symbol, network }: Crypto): string {
  const isAmbiguous =
    id !== symbol && [...cryptos.values()].some((other) => other.symbol === symbol && other.id !== id);
  return isAmbiguous ? `${symbol} on ${network.name}` : symbol;
}

/** Returns {@link formatCoinName} for a currency's id; the id itself if the catalog no longer has the coin. */
export function formatCoinNameById(catalog: Pick<Catalog, 'cryptos'>, id: string): string {
  const crypto = catalog.cryptos.get(id);
  return crypto ? formatCoinName(catalog, crypto) : id;
}
