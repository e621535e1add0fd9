import { erc20Abi, type Hex, isAddressEqual, parseEventLogs } from 'viem';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { Incoming } from '../chainPort.ts';
import { type EvmClient, findReceipt, isKnown, unavailable } from './client.ts';

const HASH = /^(?:0x)?([0-9a-fA-F]{64})$/;

/** What a transaction brings to the treasury: of a token what its contract records, of the coin what was sent there itself. */
export async function readIncoming(
  client: EvmClient,
  treasury: Hex,
  transactionId: string,
  contract: Hex | undefined,
): Promise<Outcome<Incoming, 'not_found'>> {
  const [, digits] = HASH.exec(transactionId) ?? [];
  if (digits === undefined) return refused('not_found');
  const hash: Hex = `0x${digits.toLowerCase()}`;
  try {
    const receipt = await findReceipt(client, hash);
    if (!receipt) return (await isKnown(client, hash)) ? ok({ units: 0n, final: false }) : refused('not_found');
    const finalized = await client.getBlock({ blockTag: 'finalized' });
    const final = (finalized.number ?? 0n) >= receipt.blockNumber;
    if (receipt.status !== 'success') return ok({ units: 0n, final });
    if (contract) {
      const own = receipt.logs.filter(({ address }) => isAddressEqual(address, contract));
      const transfers = parseEventLogs({ abi: erc20Abi, logs: own, eventName: 'Transfer' });
      const here = transfers.filter(({ args }) => isAddressEqual(args.to, treasury));
      return ok({ units: here.reduce((sum, { args }) => sum + args.value, 0n), final });
    }
    const { to, value } = await client.getTransaction({ hash });
    return ok({ units: to && isAddressEqual(to, treasury) ? value : 0n, final });
  } catch (error) {
    return unavailable(error);
  }
}
