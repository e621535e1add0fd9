import type { AddressFault } from '../chainPort.ts';

/**
 * Addresses of EVM networks whose coins cannot be recovered. Each is refused on every network: the same twenty bytes
 * belong to the same key everywhere, and these have none.
 */

/** Burn addresses and placeholders, composed by hand without a key. */
const BURN_ADDRESSES: readonly string[] = [
  // "dead", as Etherscan labels it: https://etherscan.io/address/0x000000000000000000000000000000000000dead
  '0x000000000000000000000000000000000000dEaD',
  // Shiba Inu's burns: https://etherscan.io/address/0xdead000000000000000042069420694206942069
  '0xdEAD000000000000000042069420694206942069',
  // Contracts use it for the native coin: https://eips.ethereum.org/EIPS/eip-7528
  '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
  '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF',
];

/**
 * Contracts of wrapped native coins. Buyers send coins to them by mistake, since they take the contract for a wallet of
 * that coin. Sources: the networks' documentation.
 */
const WRAPPED_NATIVES: readonly string[] = [
  // WETH on Ethereum, Arbitrum and Polygon; on Base and Optimism it is a predeploy.
  '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
  '0x82aF49447D8a07e3bd95BD0d56f35241523fBab1',
  '0x7ceB23fD6bC0adD59E62ac25578270cFf1b9f619',
  // WPOL on Polygon, https://docs.polygon.technology/pos/reference/contracts/
  '0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270',
];

/** Tokens that most wallets list. The catalog provides the contracts of the tokens that are sold. */
const WELL_KNOWN_TOKENS: readonly string[] = [
  // USDC, https://developers.circle.com/stablecoins/usdc-contract-addresses: Ethereum, Base, Polygon, Arbitrum, Optimism
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  // USDC.e on Polygon
  '0x2791Bca1f2de4661ED88A30C99A7a9449Aa84174',
  // USDT: Ethereum (https://tether.to/en/supported-protocols/), Polygon, Arbitrum, Optimism
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
  '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
  // DAI: Ethereum, Polygon, Base
  '0x6B175474E89094C44Da98b954EedeAC495271d0F',
  '0x8f3Cf7ad23Cd3CaDbD9735AFf958023239c6A063',
  '0x50c5725949A6F0c72E6C4a641F24049A917DB0Cb',
  // WBTC, LINK, UNI, AAVE, stETH, wstETH, SHIB, MATIC and POL on Ethereum
  '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599',
  '0x514910771AF9Ca656af840dff83E8264EcF986CA',
  '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
  '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9',
  '0xae7ab96520DE3A18E5e111B5EaAb095312D7fE84',
  '0x7f39C581F595B53c5cb19bD0b3f8dA6c935E2Ca0',
  '0x95aD61b0a150d79219dCF64E1E6Cc01f0B64C4cE',
  '0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0',
  '0x455e53CBB86018Ac2B8092FdCd39d8444aFFC3F6',
];

/** Contracts of the networks themselves. */
const SYSTEM_CONTRACTS: readonly string[] = [
  // Receives validators' deposits: https://ethereum.org/en/staking/deposit-contract/
  '0x00000000219ab540356cBB839Cbe05303d7705Fa',
];

/**
 * All addresses up to 0xffff. They include the precompiles of Ethereum (0x01 to 0x11, 0x0100, and the range to 0x01ff of
 * https://eips.ethereum.org/EIPS/eip-7587), those of Arbitrum (0x64 to 0xff,
 * https://docs.arbitrum.io/build-decentralized-apps/precompiles/reference), and the system contracts of Polygon (0x1000,
 * 0x1001, 0x1010, https://docs.polygon.technology/pos/reference/contracts/).
 */
const LOWEST = /^0x0{36}[0-9a-f]{4}$/;
/** Predeploys of the OP stack, including Base: https://specs.optimism.io/protocol/predeploys.html */
const PREDEPLOYS = /^0x420{34}[0-9a-f]{4}$/;

const FAULTS: ReadonlyMap<string, AddressFault> = new Map(
  (
    [
      ['burn_address', BURN_ADDRESSES],
      ['token_contract', [...WRAPPED_NATIVES, ...WELL_KNOWN_TOKENS]],
      ['system_contract', SYSTEM_CONTRACTS],
    ] as const
  ).flatMap(([fault, addresses]) => addresses.map((address) => [address.toLowerCase(), fault] as const)),
);

/** Returns why coins sent to the address, in any spelling, are lost; undefined if it is not known to lose coins. */
export function findAddressLoss(address: string): AddressFault | undefined {
  const lowerCase = address.toLowerCase();
  const listed = FAULTS.get(lowerCase);
  if (listed) return listed;
  return LOWEST.test(lowerCase) || PREDEPLOYS.test(lowerCase) ? 'system_contract' : undefined;
}
