import type { Role } from '@slipway/contract/entities/roles.ts';
import ChartColumn from 'lucide-react/icons/chart-column';
import Handshake from 'lucide-react/icons/handshake';
import Inbox from 'lucide-react/icons/inbox';
import Plug from 'lucide-react/icons/plug';
import ReceiptText from 'lucide-react/icons/receipt-text';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import Sun from 'lucide-react/icons/sun';
import Users from 'lucide-react/icons/users';
import Waves from 'lucide-react/icons/waves';
import type { PlaceId } from './placeIds.ts';

export type Place = {
  readonly id: PlaceId;
  readonly title: string;
  readonly icon: typeof Sun;
  /** '' stands first, without a heading. */
  readonly group: '' | 'Money' | 'Sale' | 'House';
  /** After `G`; two places have none. */
  readonly letter?: string;
  /** In the bar of a phone, beside Find and More. */
  readonly inBar: boolean;
  /** Whose first screen it is. */
  readonly firstOf?: readonly Role[];
  /** Who may read it, where not everybody may: as the contract has it of the calls that it makes. */
  readonly readers?: readonly Role[];
};

/** Every place of the console, in the order of the rail. Its address is its id; its screen lies in `screens/<id>/`. */
export const places: readonly Place[] = [
  { id: 'today', title: 'Today', icon: Sun, group: '', letter: 'T', inBar: true, firstOf: ['admin'] },
  { id: 'reviews', title: 'Reviews', icon: Inbox, group: '', letter: 'R', inBar: true, firstOf: ['compliance'] },
  { id: 'orders', title: 'Orders', icon: ReceiptText, group: '', letter: 'O', inBar: false, firstOf: ['support'] },
  { id: 'buyers', title: 'Buyers', icon: Users, group: '', letter: 'B', inBar: false },
  {
    id: 'treasury',
    title: 'Treasury',
    icon: Waves,
    group: 'Money',
    letter: 'Y',
    inBar: true,
    firstOf: ['treasurer'],
  },
  { id: 'reconciliation', title: 'Reconciliation', icon: Scale, group: 'Money', letter: 'C', inBar: false },
  { id: 'catalog', title: 'Catalog & rules', icon: SlidersHorizontal, group: 'Sale', letter: 'L', inBar: false },
  { id: 'providers', title: 'Providers', icon: Plug, group: 'Sale', letter: 'P', inBar: false },
  { id: 'partners', title: 'Partners', icon: Handshake, group: 'Sale', letter: 'N', inBar: false },
  {
    id: 'reports',
    title: 'Reports',
    icon: ChartColumn,
    group: 'House',
    inBar: false,
    firstOf: ['viewer'],
    readers: ['viewer', 'compliance', 'treasurer', 'admin'],
  },
  { id: 'people', title: 'People', icon: ShieldCheck, group: 'House', inBar: false },
];

/** Whether somebody of these roles may see a place. */
export function mayRead({ readers }: Place, roles: readonly Role[]): boolean {
  return readers === undefined || readers.some((role) => roles.includes(role));
}

/**
 * Where a person begins: the first screen of their role. With several roles it is Today, which lists what needs any of them.
 * To view is part of every other role, and does not count as a second one.
 */
export function firstPlace(roles: readonly Role[], built: readonly Place[]): Place | undefined {
  const acting = roles.filter((role) => role !== 'viewer');
  const [role, other] = acting.length === 0 ? roles : acting;
  const first = role !== undefined && other === undefined && built.find(({ firstOf }) => firstOf?.includes(role));
  return first || built[0];
}
