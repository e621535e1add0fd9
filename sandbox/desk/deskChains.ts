import { type ChainsStandIn, UnknownNetworkError } from '../chains/start.ts';
import { type ChainAction, type DeskChains, DeskError } from './deskContext.ts';

/** As on public chains, which occasionally revert one or two blocks. Fewer than the six after which Bitcoin is final. */
const USUAL_REORG_DEPTH = 2;
const USUAL_FEE_FACTOR = 10;

/** Returns the desk's controls of the chains. Their errors are {@link DeskError}s with a message for the caller. */
export function createDeskChains(chains: ChainsStandIn): DeskChains {
  const { control } = chains;
  const acts: Readonly<Record<ChainAction, (network: string, count: number | undefined) => void | Promise<void>>> = {
    pause: (network) => control.pause(network),
    resume: (network) => control.resume(network),
    mine: (network, count = 1) => control.mine(network, count),
    reorg: (network, count = USUAL_REORG_DEPTH) => control.reorg(network, count),
    'fee-spike': (network, count = USUAL_FEE_FACTOR) => control.feeSpike(network, count),
  };
  return {
    describe: () => chains.describe(),
    balance: (network, symbol, address) => withDeskErrors(() => chains.balance(network, symbol, address)),
    fundings: () => chains.fundings(),
    act: (network, action, count) => withDeskErrors(() => acts[action](network, count)),
    drop: (network, transactionId) => withDeskErrors(() => control.dropTransaction(network, transactionId)),
  };
}

async function withDeskErrors<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    throw new DeskError(error instanceof UnknownNetworkError ? 404 : 400, message);
  }
}
