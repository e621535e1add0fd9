import FullNode from 'bcoin/lib/node/fullnode.js';
import networks from 'bcoin/lib/protocol/networks.js';
import { addressOfKey, scriptHashOf } from './bitcoinAddress.ts';
import type { BitcoinCommand, BitcoinReply, BitcoinSettings } from './bitcoinCommands.ts';
import { speakBitcoind } from './bitcoinDialect.ts';
import { createBitcoinFees } from './bitcoinFees.ts';
import { createBitcoinMiner } from './bitcoinMiner.ts';
import { payFromKey } from './bitcoinPayer.ts';

/** Blocks in which miners vote on segwit. It is active after three such windows, in regtest's own of 144 blocks after 432. */
const SEGWIT_WINDOW = { window: 36, threshold: 27 };
/** Segwit, and so the treasury's address, works; a hundred coins of fifty bitcoins are mature. */
const FIRST_BLOCKS = 200;
/** A key apart from the treasury's, whose coins come by payments. */
const MINER_KEY = '11'.repeat(32);

/**
 * A process of its own: a full node of a regtest chain on disk that speaks bitcoind's protocol. It ends with the process
 * that started it, however that one ends.
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
  mendIndexes(node);
  const fees = createBitcoinFees();
  const miner = createBitcoinMiner(node, addressOfKey(MINER_KEY), fees);
  await node.ensure();
  speakBitcoind(node, fees, addressOfKey(settings.treasuryKey));
  await node.open();
  // A start that was killed half way is finished by the next one.
  await miner.mine(Math.max(0, FIRST_BLOCKS - node.chain.height));

  const commands: { readonly [Name in BitcoinCommand['name']]: (command: BitcoinCommand) => Promise<unknown> } = {
    waiting: async () => node.mempool.map.size,
    height: async () => node.chain.height,
    mine: ({ count = 1 }) => miner.mine(count),
    reorg: ({ count = 1 }) => miner.reorg(count),
    fees: async ({ count = 1 }) => fees.setFactor(count),
    drop: async ({ text = '' }) => drop(node, text),
    balance: async ({ text = '' }) => balance(node, text),
    pay: ({ text = '', units = '', count = 1 }) =>
      payFromKey(node, MINER_KEY, text, { units: BigInt(units), outputs: count }),
    stop: async () => node.close(),
  };
  process.on('message', (command: BitcoinCommand) => {
    commands[command.name](command).then(
      (value) => reply({ id: command.id, value }),
      (error: unknown) => reply({ id: command.id, error: error instanceof Error ? error.message : String(error) }),
    );
  });
  reply({ id: 0, value: 'ready' });
}

/** bcoin's regtest has prefixes of its own; these are bitcoind's. */
function useBitcoindFormats(): void {
  const { addressPrefix, keyPrefix } = networks.regtest;
  Object.assign(addressPrefix, { bech32: 'bcrt', pubkeyhash: 0x6f, scripthash: 0xc4 });
  keyPrefix.privkey = 0xef;
}

/**
 * bcoin says `null` for an end of a range that is open, which the installed leveldown takes for the key "null": without
 * this every search in an index finds nothing.
 */
function mendIndexes(node: FullNode): void {
  const { binding } = node.chain.db.db;
  const iterator = binding.iterator.bind(binding);
  binding.iterator = (options) =>
    iterator(Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)));
}

async function drop(node: FullNode, transactionId: string): Promise<void> {
  const hash = Buffer.from(Buffer.from(transactionId, 'hex').toReversed()).toString('hex');
  const entry = node.mempool.getEntry(hash);
  if (entry) node.mempool.evictEntry(entry);
}

/** Confirmed satoshi, as a decimal string. */
async function balance(node: FullNode, address: string): Promise<string> {
  const coins = await node.chain.getCoinsByAddress(scriptHashOf(address));
  return coins.reduce((sum, { value }) => sum + BigInt(value), 0n).toString();
}

function reply(message: BitcoinReply): void {
  process.send?.(message);
}

process.on('disconnect', () => process.exit(0));
// The terminal's Ctrl-C comes here as well; the process that started us says when to end.
process.on('SIGINT', () => undefined);

main(JSON.parse(process.argv[2] ?? '{}') as BitcoinSettings).catch((error: unknown) => {
  reply({ id: 0, error: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
