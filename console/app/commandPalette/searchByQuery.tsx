import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import OctagonPause from 'lucide-react/icons/octagon-pause';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Users from 'lucide-react/icons/users';
import { consoleCall } from '../../api/consoleCall.ts';
import type { PaletteItem } from '../../parts/overlays/CommandPalette.tsx';

/** A search result and its path. */
export type SearchResult = Omit<PaletteItem, 'onChoose'> & { readonly to: string };

export type SearchResults = {
  readonly items: readonly SearchResult[];
  /** How the query was interpreted: "an order number". */
  readonly understood?: string;
};

const MAX_RESULTS = 6;
const ICON = { size: 17, strokeWidth: 2, 'aria-hidden': true } as const;

/**
 * Finds up to six orders and six buyers by any identifier that their lists accept, if the person may read them, and
 * {@link GLOBAL_ACTIONS} by title. Never throws: a search that fails or is aborted finds nothing.
 */
export async function searchByQuery(query: string, signal: AbortSignal): Promise<SearchResults> {
  // One search may fail or be refused: the results of the other are kept.
  const [orders, buyers] = await Promise.allSettled([
    consoleCall('orders', { q: query }, signal),
    consoleCall('buyers', { q: query }, signal),
  ]);
  const [understood] = [orders, buyers].flatMap((each) => (each.status === 'fulfilled' ? each.value.understood : []));
  return {
    ...(understood !== undefined && { understood }),
    items: [
      ...(orders.status === 'fulfilled' ? orders.value.rows.slice(0, MAX_RESULTS).map(buildOrderItem) : []),
      ...(buyers.status === 'fulfilled' ? buyers.value.rows.slice(0, MAX_RESULTS).map(buildBuyerItem) : []),
      ...findActions(query),
    ],
  };
}

/** Actions available from anywhere. The target screen shows who may perform them, and why not. */
const GLOBAL_ACTIONS = ['Stop signing', 'Start signing'] as const;

function findActions(query: string): readonly SearchResult[] {
  const typed = query.toLowerCase();
  return GLOBAL_ACTIONS.filter((title) => `${title} signer`.toLowerCase().includes(typed)).map((title) => ({
    id: title,
    group: 'Actions',
    title,
    icon: <OctagonPause {...ICON} />,
    to: '/treasury/signer',
  }));
}

function buildOrderItem({
  orderNo,
  payAmount,
  receiveAmount,
  status,
  buyer,
}: ConsoleCallData<'orders'>['rows'][number]): SearchResult {
  return {
    id: orderNo,
    group: 'Results',
    title: `${payAmount.amount} ${payAmount.unit} → ${receiveAmount.unit}, ${status.replaceAll('_', ' ')}`,
    icon: <ReceiptText {...ICON} />,
    aside: buyer || orderNo,
    to: `/orders/${orderNo}`,
  };
}

function buildBuyerItem({ id, name, mail }: ConsoleCallData<'buyers'>['rows'][number]): SearchResult {
  return {
    id: `buyer-${id}`,
    group: 'Results',
    title: name ?? 'No profile',
    icon: <Users {...ICON} />,
    aside: mail,
    to: `/buyers/${encodeURIComponent(id)}`,
  };
}
