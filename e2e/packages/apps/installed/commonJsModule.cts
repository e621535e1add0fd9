import loader = require('@slipway/loader');
import node = require('@slipway/node');
import react = require('@slipway/react');

export async function createSession(): Promise<string> {
  const slipway = node.createSlipway({ origin: 'https://pay.example', apiKey: process.env['SLIPWAY_KEY'] });
  const { session } = await slipway.call('createSession', { getCurrency: 'BTC' });
  // @ts-expect-error: the field is misspelt
  await slipway.call('createSession', { adress: 'bc1q' });
  return session;
}

console.log(
  [loader.createSlipway, node.createSlipway, node.signLink, node.verifyWebhook, react.SlipwayPlugin, react.useSlipway]
    .map((each) => typeof each)
    .join(),
);
