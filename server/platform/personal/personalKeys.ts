import { randomBytes, randomUUID } from 'node:crypto';
import { seal, unseal } from '../sealing.ts';
import { PersonalDataError } from './personalDataError.ts';
import type { WrappingKey } from './wrappingKeys.ts';

/** Owner of a data key: rows that are erased together share one. `person_marks:all` hashes identifying data. */
export type DataKeySubject =
  | `${'buyer' | 'bank_file' | 'refund' | 'transfer_file' | 'requested_file' | 'evidence' | 'partner_member'}:${string}`
  | 'person_marks:all';

/** A data key as stored in the database. */
export type WrappedDataKey = {
  readonly id: string;
  /** The owner of the rows that it seals. */
  readonly subject: string;
  /** Id of the {@link WrappingKey}. */
  readonly wrappedBy: string;
  readonly wrapped: Buffer;
};

export type DataKey = { readonly id: string; readonly key: Uint8Array };

/** The operator's wrapping keys, and the data keys that this process has opened with them. */
export type PersonalKeys = {
  /** Id of the key that wraps new data keys. */
  readonly newest: string;
  /** Returns a new data key, wrapped by the newest wrapping key. */
  make(subject: string): WrappedDataKey;
  /** Unwraps a data key. Throws a {@link PersonalDataError}. */
  open(wrapped: WrappedDataKey): DataKey;
  /** Returns the same data key, wrapped by the newest wrapping key. */
  rewrap(wrapped: WrappedDataKey): WrappedDataKey;
  /** Returns a data key that was opened before, unless it was evicted; its bytes never change. */
  findOpened(id: string): DataKey | undefined;
};

const DATA_KEY_BYTES = 32;
/** Takes some megabytes. Evicted keys are unwrapped again when needed. */
const MAX_OPENED_KEYS = 10_000;

export function createPersonalKeys(keys: readonly [WrappingKey, ...WrappingKey[]]): PersonalKeys {
  const byId = new Map(keys.map((key) => [key.id, key]));
  const [newest] = keys;
  const opened = new Map<string, DataKey>();

  function wrap({ id, subject }: Pick<WrappedDataKey, 'id' | 'subject'>, key: Uint8Array): WrappedDataKey {
    return { id, subject, wrappedBy: newest.id, wrapped: seal(newest.key, buildAdditionalData({ id, subject }), key) };
  }

  function unwrap({ id, subject, wrappedBy, wrapped }: WrappedDataKey): Uint8Array {
    const wrapping = byId.get(wrappedBy);
    if (!wrapping)
      throw new PersonalDataError(
        'missing_key',
        `PERSONAL_DATA_KEYS lacks the key ${wrappedBy}, which rows still need`,
      );
    try {
      return unseal(wrapping.key, buildAdditionalData({ id, subject }), wrapped);
    } catch {
      throw new PersonalDataError(
        'wrong_key',
        `the key ${wrappedBy} of PERSONAL_DATA_KEYS does not open the data key ${id}: it is another key than before, or the row was changed`,
      );
    }
  }

  return {
    newest: newest.id,
    make(subject) {
      return wrap({ id: randomUUID(), subject }, randomBytes(DATA_KEY_BYTES));
    },
    open(wrapped) {
      // A copy: a small Buffer is a view of a block of 64 KiB (`Buffer.poolSize`), which a kept key would keep in memory.
      const key = { id: wrapped.id, key: new Uint8Array(unwrap(wrapped)) };
      if (opened.size >= MAX_OPENED_KEYS) opened.clear();
      opened.set(key.id, key);
      return key;
    },
    rewrap: (wrapped) => wrap(wrapped, unwrap(wrapped)),
    findOpened: (id) => opened.get(id),
  };
}

/** Returns the additional authenticated data of a wrapped data key: it can be opened only in its own row. */
function buildAdditionalData({ id, subject }: Pick<WrappedDataKey, 'id' | 'subject'>): string {
  return JSON.stringify(['data_keys', 'wrapped', id, subject]);
}
