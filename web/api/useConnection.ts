import { useSyncExternalStore } from 'react';
import { type Connection, getConnection, subscribeToConnection } from './connection.ts';

export function useConnection(): Connection {
  return useSyncExternalStore(subscribeToConnection, getConnection, getConnection);
}
