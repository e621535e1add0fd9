import { createSlipway, type LinkKey, type Slipway } from '../embed/node/node.ts';
import { operate } from './operate.ts';

/** The sandbox's partner site. */
export const SHOP = { id: 'shop', origin: 'https://shop.partner.example' } as const;

/** The shop's server, with a key of its own. */
export async function openShopServer(origin: string): Promise<Slipway> {
  const said = await operate('partner-key', SHOP.id);
  const [apiKey = ''] = said.split('\n');
  const privateKey = said.slice(said.indexOf('-----BEGIN'), said.indexOf('It is not shown'));
  return createSlipway({ origin, apiKey, privateKey });
}

/** A key with which the shop signs links. */
export async function newLinkKey(): Promise<LinkKey> {
  const [id = '', secret = ''] = (await operate('rotate-link-key', SHOP.id)).split('\n');
  return { id, secret };
}
