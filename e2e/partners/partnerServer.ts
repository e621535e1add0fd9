import { createSlipway, type LinkKey, type Slipway } from '../../embed/node/node.ts';
import type { OperatorCli, OwnDataCommand } from '../operatorCli.ts';

/** The sandbox's partner `shop`, with its two registered origins. */
export const SHOP = {
  id: 'shop',
  origin: 'https://shop.partner.example',
  localOrigin: 'http://localhost:8181',
} as const;

/** Creates a key for a partner's server, with its private signing key. */
export async function createPartnerKey(
  operator: OperatorCli<OwnDataCommand>,
  partnerId: string,
): Promise<{ readonly apiKey: string; readonly privateKey: string }> {
  const output = await operator.runByTwo('partner-key', partnerId);
  const [apiKey = ''] = output.split('\n');
  return { apiKey, privateKey: output.slice(output.indexOf('-----BEGIN'), output.indexOf('It is not shown')) };
}

/** Opens a client as the shop's server, with a new key. */
export async function openShopServer(origin: string, operator: OperatorCli<OwnDataCommand>): Promise<Slipway> {
  return createSlipway({ origin, ...(await createPartnerKey(operator, SHOP.id)) });
}

/** Creates a key with which the shop signs links. */
export async function createLinkKey(operator: OperatorCli<OwnDataCommand>): Promise<LinkKey> {
  const [id = '', secret = ''] = (await operator.runByTwo('rotate-link-key', SHOP.id)).split('\n');
  return { id, secret };
}
