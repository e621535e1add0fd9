import { type ComponentType, lazy } from 'react';
import { OverviewScreen } from '../screens/OverviewScreen.tsx';

type Section = {
  /** First part of the path. */
  readonly path: string;
  readonly title: string;
  readonly Screen: ComponentType;
  /** The screen of one item, whose id is the second part of the path. */
  readonly Item?: ComponentType<{ readonly id: string }>;
};

const OrdersScreen = lazy(async () => ({ default: (await import('../screens/OrdersScreen.tsx')).OrdersScreen }));
const OrderScreen = lazy(async () => ({ default: (await import('../screens/OrderScreen.tsx')).OrderScreen }));
const DeliveriesScreen = lazy(async () => ({
  default: (await import('../screens/DeliveriesScreen.tsx')).DeliveriesScreen,
}));
const DeliveryScreen = lazy(async () => ({ default: (await import('../screens/DeliveryScreen.tsx')).DeliveryScreen }));
const SessionsScreen = lazy(async () => ({ default: (await import('../screens/SessionsScreen.tsx')).SessionsScreen }));
const SharesScreen = lazy(async () => ({ default: (await import('../screens/SharesScreen.tsx')).SharesScreen }));
const KeysScreen = lazy(async () => ({ default: (await import('../screens/KeysScreen.tsx')).KeysScreen }));
const DoctorScreen = lazy(async () => ({ default: (await import('../screens/DoctorScreen.tsx')).DoctorScreen }));
const MembersScreen = lazy(async () => ({ default: (await import('../screens/MembersScreen.tsx')).MembersScreen }));

/** The sections in the order of the navigation; all but the first are loaded when they are first shown. */
export const sections: readonly Section[] = [
  { path: '', title: 'Overview', Screen: OverviewScreen },
  { path: 'orders', title: 'Orders', Screen: OrdersScreen, Item: OrderScreen },
  { path: 'deliveries', title: 'Deliveries', Screen: DeliveriesScreen, Item: DeliveryScreen },
  { path: 'sessions', title: 'Sessions', Screen: SessionsScreen },
  { path: 'shares', title: 'Shares', Screen: SharesScreen },
  { path: 'keys', title: 'Keys and origins', Screen: KeysScreen },
  { path: 'doctor', title: 'Doctor', Screen: DoctorScreen },
  { path: 'members', title: 'Members', Screen: MembersScreen },
];
