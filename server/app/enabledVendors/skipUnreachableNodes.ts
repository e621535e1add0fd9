import type { Clock } from '../../platform/clock.ts';
import type { AddressReader } from '../../providers/chain/chainPort.ts';
import type { AddressReaders } from '../../providers/chain/chains.ts';

/** Short, since addresses are not checked for contracts meanwhile. */
const SKIP_MS = 15_000;

type HasContract = NonNullable<AddressReader['hasContract']>;

/**
 * Returns readers that do not wait for a node that did not answer: for {@link SKIP_MS} its network answers `unavailable` at
 * once. After that, one request per {@link SKIP_MS} tries the node; the others get `unavailable` until it answers.
 */
export function skipUnreachableNodes(readers: AddressReaders, clock: Clock): AddressReaders {
  return new Map(
    [...readers].map(([network, reader]) => [
      network,
      reader.hasContract ? { ...reader, hasContract: skipWhileUnreachable(reader.hasContract, clock) } : reader,
    ]),
  );
}

function skipWhileUnreachable(checkContract: HasContract, clock: Clock): HasContract {
  const now = () => clock.now().getTime();
  let skipUntil: number | undefined;
  return async (address) => {
    if (skipUntil !== undefined) {
      const retryAfterMs = skipUntil - now();
      if (retryAfterMs > 0) return { kind: 'unavailable', retryAfterMs, detail: 'the node did not answer before' };
      skipUntil = now() + SKIP_MS;
    }
    const answer = await checkContract(address);
    skipUntil = answer.kind === 'ok' ? undefined : now() + SKIP_MS;
    return answer;
  };
}
