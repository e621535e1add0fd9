import { createSlipway, type LinkKey, type Slipway } from '../embed/node/node.ts';
import type { Operator, WordsOnOwn } from './operator.ts';

/** The sandbox's partner site. */
export const SHOP = { id: 'shop', origin: 'https://shop.partner.example' } as const;

/** A key for a partner's server, and the private key that signs. */
export async function newKeyOf(
  operator: Operator<WordsOnOwn>,
  partnerId: string,
): Promise<{ readonly apiKey: string; readonly privateKey: string }> {
  const said = await operator.runByTwo('partner-key', partnerId);
  const [apiKey = ''] = said.split('\n');
  return { apiKey, privateKey: said.slice(said.indexOf('-----BEGIN'), said.indexOf('It is not shown')) };
}

/** The shop's server, with a key of its own. */
export async function openShopServer(origin: string, operator: Operator<WordsOnOwn>): Promise<Slipway> {
  return createSlipway({ origin, ...(await newKeyOf(operator, SHOP.id)) });
}

/** A key with which the shop signs links. */
export async function newLinkKey(operator: Operator<WordsOnOwn>): Promise<LinkKey> {
  const [id = '', secret = ''] = (await operator.runByTwo('rotate-link-key', SHOP.id)).split('\n');
  return { id, secret };
}
