import { escapeHtml } from '../../desk/html.ts';
import { WALLETS } from '../browser/wallets.js';
import { TEST_CARDS } from '../cards/testCards.ts';
import { formatMinorUnits } from '../currencies.ts';
import { WALLET_CARDS } from '../payments/walletTokens.ts';

export type WalletSheet = {
  readonly wallet: string;
  readonly amount: number;
  readonly currency: string;
  /** True if the page requests the buyer's billing address. */
  readonly billing: boolean;
};

/** Renders a wallet's sheet over the shop's page: the amount, the card, and two buttons. */
export function walletPage({ wallet, amount, currency, billing }: WalletSheet): string {
  const name = WALLETS[wallet]?.name ?? '';
  const choices = WALLET_CARDS.map((card, index) => {
    const { label, number } = TEST_CARDS[card];
    return `
          <label>
            <input type="radio" name="card" value="${card}"${index === 0 ? ' checked' : ''}>
            <span>•••• ${number.slice(-4)} <small>${escapeHtml(label)}</small></span>
          </label>`;
  });
  return `<!doctype html>
<html lang="en" data-wallet="${wallet}"${billing ? ' data-billing="required"' : ''}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, viewport-fit=cover">
    <title>${name}</title>
    <link rel="stylesheet" href="/elements/wallet.css">
    <script type="module" src="/elements/wallet.js"></script>
  </head>
  <body>
    <main>
      <h1 aria-label="${name}"><span class="sandbox">Sandbox</span></h1>
      <p class="amount">${escapeHtml(formatMinorUnits(amount, currency))} ${escapeHtml(currency.toUpperCase())}</p>
      <p class="to">to Slipway</p>
      <form>
        <fieldset>
          <legend>Card</legend>${choices.join('')}
        </fieldset>
        <p id="problem" role="alert"></p>
        <div class="buttons">
          <button type="submit">Pay</button>
          <button type="button" id="cancel">Cancel</button>
        </div>
      </form>
    </main>
  </body>
</html>
`;
}
