import { laterScreen } from './laterScreen.tsx';

export const AccessDenied = laterScreen('AccessDenied');
export const ServerTimeout = laterScreen('ServerTimeout');
export const NoRespond = laterScreen('NoRespond');
export const TransactionRestricted = laterScreen('TransactionRestricted');
export const NotFound = laterScreen('NotFound');
/** Not a route: what a buying page shows when its address names a crypto that is not sold. */
export const UnknownCrypto = laterScreen('UnknownCrypto');
