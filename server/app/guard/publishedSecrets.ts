import { createHash } from 'node:crypto';

/**
 * SHA-256 of secrets that everybody can read, and with which one can act as the operator, and the public keys of the sandbox’s persons. Those of the sandbox are kept in
 * step with it by a test.
 */
const SANDBOX: ReadonlySet<string> = new Set([
  '193288e735c224b8eaacf878b77db4b8e690ed7f776364b0bf8a8bcb0b42242e',
  'e5422b6707da5ee2af51b779bd53b467af2e3f041e267dbd74952e60743af647',
  '35e5d9c3d65197d8963172ad4a643e5112d6808042945b399c0eb57f689d53ce',
  'cbf8d9e2a2e220c879935d038ceea2955a90af957c92aeb0901dc00a23185bd5',
  '021e97f7751021da60fb1a2dce72af81fc3d44a3bb06fba30911e8bd280588e8',
  'b095a975b5fea43af03654817731944c888a7aa4c7e28aa1fe00b8dffa50eda8',
  '6d54ddf17ab287a829244cac7d6c3956cddd7d22ba41283b1d56422732aad706',
  '7b394edfa2d9ef98948e8a9f6a0daa6d9e7c0657d83ee56dfff63d73f18b7d98',
  'bb0c595aa9b84049bd4831f86983c5de977727ac99d9e88427da826ea74d1e17',
  '6d331463eba01b26b13e001e59b7ae80d322078d681e8bc7a8a32e97b230e831',
  'f89906893ef9eb67ee31afca0516bf3f499dac5a7b62a1b4a79313098aeed623',
  '31ecbdcb5246eeae00a28798a124548579004d76a406a75f7704271b9bc21a63',
  '2700df0e5284cbe791ac62ae7297288b4796c00db40fe15efd96978c4a3a9942',
  'a31e476715212143b40b59d1f354898c8caaa3ca5268813ac1a579eaa2d93876',
  'd61902905c56cdd2f839085c2d794df5a76103d2d13c18a90e9720efdfaec816',
  '83ff6c83a94382e70915c0b960d3fff680135597202769ea99b5d8b79398e824',
  '25ee0f4ba7c537c30ff6f41bad7dfdc73e5b2922d8529807768d4cb5bf05ae0b',
  '0f9397ac9ed77795667c9c18e203f474bd2fb062fa9ce57075687bf46c46cf22',
  'c1c68df9e4fb3e4cd76a36c7c8ab4558406a0e83d4212c7d108ed4b7282d30a6',
  '52c63b8114004456e1b790dac15769ff3780f9662795df8b52144a9fc93f5c76',
  'c7a884d63c489ae5db212cfbe2696a24e197e2b702b4d207d24a71601bb805ed',
]);

/** The accounts that development tools give to everybody, by private key. */
const DEVELOPMENT: ReadonlySet<string> = new Set([
  // Anvil and Hardhat: "test test … junk"
  'bc1a50966c9e6486bc4ebf880b51611a2a97fcb8e7a6976e9b81a9e3e8ca0e3c',
  '8335c55334821eefd4334369ff9c04a8594f161013cf9d87f58802d87297837e',
  'b26ab6529d20ebebb4192256f202984754f785481c64b1a1aed58cac93b3617e',
  '64034b44c579b335ab5e85debbfe72789e970138cc8d296799c3833a2a8525fb',
  '4d3e46eec8244d1d106f866ee48994f6176705298aee1b8426b2ad2529eb454b',
  '0aedba9d586f34f95cf1f0d54926f62e8a078ce2ca593be73ab27a87d3ff9c5d',
  '28e543d3753fc9d14c658ebef20b76a3b5f8e7d78667baf27832ceb3bea01bdf',
  'f070994a8599478580678f2b9482c5f02bb3de0647281e8efae183669425808a',
  '38e69fdd19aefeb4adf56312f10e62c30274997835173c7006308323ad7db506',
  '967f21586cdf1248a862f2cfb330099701c942c2c7a7537c54f7ec48f8556505',
  '0b33e0132123e78d42dd12a0fbbbacd19827d35ca88e0ad4ba83a47a65ba0487',
  '84bc109b3d59b0173a76fc3d831360a6e5063b3d4c82793a97de992947a0e3a8',
  '85bde548053aab4b5a6c78473d5eb2addaa5824299ad009bf06775e3ce923010',
  'f1513114f60e5e95732b840669fe83956d8a944d23e6c76f953e7edcf2491901',
  '5330d388af894c9e1a181a06a3ce44d61fd8602165d979942be4641f4002762f',
  'a2e06155cb1a424f972c3abfaddc9cea4820c4aec722d2378903fe28dd8fc40c',
  '4a67d7a0d8a16d6d954cef19eb5afdbdd82cc0e907a571f376ef0a0981a2a9d4',
  'b08bdfde9930d9202809530dcbe193c53fd0dc6928f2010d2ffca74df95ead36',
  'cf1fc66f853151a4c6666909c8f1f80e1d855ecffefbcb65a709aae544de5588',
  '100546a8b020a55aa09b2d34b50de9a3fc45a70b261aec6a989bb2d9321af583',
  // Ganache: "myth like bonus …"
  '578592185588730b9d10b87e2274706a8301a179cdb60fb4263c788e7e679503',
  '30e55f5463e22af009a1b785a4d723190c4522bfa2696c2ab85fd12cedca708d',
  '70b801afae94d2e653c9612d0ebbba1f52f0d6fca900a0c0f0aa0f3e500e41e9',
  '0bc9fde2b028e3b067e45059c84dbcf43b573344d84f1f259dd912427e76f83f',
  'f51c2c795f782308c7dcfa92a59cf89c9b21758b3cc8ace822bb78ffbb0f861f',
  '6dea34b661141091338390067dc6fe04c911ed6b939f7dce3faa8b6e68e755f0',
  'faeb1dab5a326eef752d42930ec4bf5305724d2b0ddfb06ba9e89b1a36449207',
  '196fbadca8b7eea62510a490b7e8131ec83cfe1dc33ace8660333d139ebb9c1d',
  'ecd5e9d0b08a8a9fd1c35bcd303b3cceea1c8b85ee33d4255849cd3fcd37e0b4',
  '3fd5610ee03a3503edceff018e3fb550d9f2c074609535d5af84cf4a87edfcdb',
]);

/** Where a secret is published; undefined for one that is not known to be. */
export function whereIsPublished(secret: string): 'sandbox' | 'development' | undefined {
  const hash = hashOfSecret(secret);
  if (SANDBOX.has(hash)) return 'sandbox';
  return DEVELOPMENT.has(hash) ? 'development' : undefined;
}

/** Keys in hexadecimal are the same with capitals and with `0x`. */
export function hashOfSecret(secret: string): string {
  const isKey = /^(?:0x)?[0-9a-fA-F]{64}$/.test(secret);
  const plain = isKey ? secret.replace(/^0x/, '').toLowerCase() : secret;
  return createHash('sha256').update(plain).digest('hex');
}
