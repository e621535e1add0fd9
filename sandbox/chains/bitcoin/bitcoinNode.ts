import FullNode from 'bcoin/lib/node/fullnode.js';
import networks from 'bcoin/lib/protocol/networks.js';
import { computeScriptHash, deriveAddress } from './bitcoinAddress.ts';
import type { BitcoinCommand, BitcoinReply, BitcoinSettings } from './bitcoinCommands.ts';
import { installBitcoindCalls } from './bitcoindCalls.ts';
import { createBitcoinFees } from './bitcoinFees.ts';
import { createBitcoinMiner } from './bitcoinMiner.ts';
import { payFromKey } from './bitcoinPayer.ts';

/** Signalling window for segwit, which activates after three windows: here at block 108, with regtest's own windows at 432. */
const SEGWIT_WINDOW = { window: 36, threshold: 27 };
/** Enough for segwit, and so for the treasury's address, and for a hundred mature coins of fifty bitcoins. */
const INITIAL_BLOCKS = 200;
/** A key other than the treasury's, so that the treasury is funded by payments. */
const MINER_KEY = '11'.repeat(32);

/**
 * Runs in a separate process: a full regtest node on disk that speaks bitcoind's protocol. It ends whenever the process that
 * started it ends.
 */
async function main(settings: BitcoinSettings): Promise<void> {
  useBitcoindFormats();
  Object.assign(networks.regtest.deployments.segwit, SEGWIT_WINDOW);
  const node = new FullNode({
    network: 'regtest',
    memory: false,
    prefix: settings.folder,
    workers: false,
    listen: false,
    'index-tx': true,
    'index-address': true,
    'http-host': '127.0.0.1',
    'http-port': settings.port,
    'no-auth': true,
    'replace-by-fee': true,
    'log-level': 'none',
    'log-file': false,
  });
  fixIndexSearches(node);
  const fees = createBitcoinFees();
  const miner = createBitcoinMiner(node, deriveAddress(MINER_KEY), fees);
  await node.ensure();
  installBitcoindCalls(node, fees, deriveAddress(settings.treasuryKey));
  await node.open();
  // Completes the first blocks of an interrupted start.
  await miner.mine(Math.max(0, INITIAL_BLOCKS - node.chain.height));

  const commands: { readonly [Name in BitcoinCommand['name']]: (command: BitcoinCommand) => Promise<unknown> } = {
    waiting: async () => node.mempool.map.size,
    height: async () => node.chain.height,
    mine: ({ count = 1 }) => miner.mine(count),
    reorg: ({ count = 1 }) => miner.reorg(count),
    fees: async ({ count = 1 }) => fees.setFactor(count),
    drop: async ({ text = '' }) => dropTransaction(node, text),
    balance: async ({ text = '' }) => getConfirmedBalance(node, text),
    pay: ({ text = '', units = '', count = 1 }) =>
      payFromKey(node, MINER_KEY, text, { units: BigInt(units), outputs: count }),
    stop: async () => node.close(),
  };
  process.on('message', (command: BitcoinCommand) => {
    commands[command.name](command).then(
      (value) => sendReply({ id: command.id, value }),
      (error: unknown) => sendReply({ id: command.id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
  sendReply({ id: 0, value: 'ready' });
}

/** Replaces the prefixes of bcoin's regtest by bitcoind's. */
function useBitcoindFormats(): void {
  const { addressPrefix, keyPrefix } = networks.regtest;
  Object.assign(addressPrefix, { bech32: 'bcrt', pubkeyhash: 0x6f, scripthash: 0xc4 });
  keyPrefix.privkey = 0xef;
}

/**
 * Fixes index searches, which otherwise find nothing: bcoin passes `null` for an open end of a range, which the installed
 * leveldown takes for the key "null".
 */
function fixIndexSearches(node: FullNode): void {
  const { binding } = node.chain.db.db;
  const iterator = binding.iterator.bind(binding);
  binding.iterator = (options) =>
    iterator(Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)));
}

async function dropTransaction(node: FullNode, transactionId: string): Promise<void> {
  const hash = Buffer.from(Buffer.from(transactionId, 'hex').toReversed()).toString('hex');
  const entry = node.mempool.getEntry(hash);
  if (entry) node.mempool.evictEntry(entry);
}

/** Returns the confirmed satoshi as a decimal string. */
async function getConfirmedBalance(node: FullNode, address: string): Promise<string> {
  const coins = await node.chain.getCoinsByAddress(computeScriptHash(address));
  return coins.reduce((sum, { value }) => sum + BigInt(value), 0n).toString();
}

function sendReply(message: BitcoinReply): void {
  process.send?.(message);
}

process.on('disconnect', () => process.exit(0));
// The terminal's Ctrl-C reaches this process too; the process that started it decides when it ends.
process.on('SIGINT', () => undefined);

main(JSON.parse(process.argv[2] ?? '{}') as BitcoinSettings).catch((error: unknown) => {
  sendReply({ id: 0, error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
