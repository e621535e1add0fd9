import { useSyncExternalStore } from 'react';
import { type Connection, currentConnection, subscribeToConnection } from './connection.ts';

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, currentConnection, currentConnection);
}
