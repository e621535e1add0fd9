import { type ChainsStandIn, UnknownNetworkError } from '../chains/start.ts';
import { type ChainAction, type DeskChains, DeskFault } from './deskParts.ts';

/** Below the six blocks after which a payout on the Bitcoin chain is final: public chains undo one or two now and then. */
const USUAL_REORG_DEPTH = 2;
const USUAL_FEE_FACTOR = 10;

/** The chains as the desk plays with them: their errors become answers to its caller. */
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
    balance: (network, symbol, address) => answering(() => chains.balance(network, symbol, address)),
    fundings: () => chains.fundings(),
    act: (network, action, count) => answering(() => acts[action](network, count)),
    drop: (network, transactionId) => answering(() => control.dropTransaction(network, transactionId)),
  };
}

async function answering<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const message = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    throw new DeskFault(error instanceof UnknownNetworkError ? 404 : 400, message);
  }
}
