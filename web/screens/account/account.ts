/** Account screens in one bundle: they are small and often visited together. */
export { AccountDeleted } from './AccountDeleted.tsx';
export { AddAddress } from './AddAddress.tsx';
export { Addresses } from './Addresses.tsx';
export { Cards } from './Cards.tsx';
export { MyOrders } from './MyOrders.tsx';
export { Sessions } from './Sessions.tsx';
export { Settings } from './Settings.tsx';
