/** The screens of a logged-in buyer, small and visited one after the other: the first that is opened brings them all. */
export { AccountDeleted } from './AccountDeleted.tsx';
export { AddAddress } from './AddAddress.tsx';
export { Addresses } from './Addresses.tsx';
export { Cards } from './Cards.tsx';
export { MyOrders } from './MyOrders.tsx';
export { Sessions } from './Sessions.tsx';
export { Settings } from './Settings.tsx';
