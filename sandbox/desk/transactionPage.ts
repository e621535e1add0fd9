import { type ChainDescription, type DeskChains, DeskError } from './deskContext.ts';
import { html, type Markup } from './html.ts';
import { readBitcoinTransaction, readEvmTransaction, type TransactionFacts } from './readTransaction.ts';
import { LOGO } from './sendPage.ts';

/** Renders a local chain's transaction: the sandbox's block explorer. */
export async function transactionPage(chains: DeskChains, network: string, id: string): Promise<Markup> {
  const chain = chains.describe().find((known) => known.network === network);
  if (!chain) throw new DeskError(404, `There is no chain ${network}`);
  return html`<header class="bar">${LOGO}<p>Transaction</p><nav aria-label="Sandbox"><a href="/">The desk</a></nav></header>
<main class="narrow"><h1>On the local ${network} chain</h1>
<p class="lede mono">${id}</p>
${factsCard(await readTransactionFacts(chain, id))}</main>`;
}

async function readTransactionFacts(chain: ChainDescription, id: string): Promise<TransactionFacts | null> {
  const isHash = /^(0x)?[0-9a-fA-F]{64}$/.test(id);
  if (!isHash) return null;
  return chain.network === 'bitcoin' ? readBitcoinTransaction(chain, id) : readEvmTransaction(chain, id);
}

function factsCard(facts: TransactionFacts | null): Markup {
  if (!facts) return html`<p class="note">The node does not know this transaction.</p>`;
  return html`<section class="card lift" aria-label="Facts"><dl>${facts.map(
    ([name, value]) => html`<dt>${name}</dt><dd class="mono">${value}</dd>`,
  )}</dl></section>`;
}
