import { fields } from '../../action/action.ts';
import { always } from '../../action/approvalThreshold.ts';
import { APPROVERS, TREASURER } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { saveAllowedAddress } from '../withdrawal/allowedAddressStore.ts';
import { buildAllowAddressRequest } from './buildTreasuryRequest.ts';
import { defineTreasuryAction } from './defineTreasuryAction.ts';

export const allowAddress = defineTreasuryAction({
  name: 'allow-address',
  subject: 'other',
  input: fields('network', 'address'),
  right: { requesters: TREASURER, approvers: APPROVERS },
  secondPerson: always,
  title: (subject) => `Allow withdrawals to ${subject}`,
  money: 'After approval, coins can be withdrawn to the address',
  button: ({ network }: { readonly network: string }) => ({
    label: `Allow this address on ${network}`,
    effect:
      'After approval, coins can be withdrawn to this address. It must also be set up and confirmed at the exchange.',
  }),
  command: {
    usage: 'allow-address NETWORK ADDRESS',
    about: 'allows withdrawals to an address that is not the treasury’s; needs two people',
    async read({ database }, [network = '', address = '']) {
      const { catalog } = await readSettings(database);
      const { subject, input } = buildAllowAddressRequest(catalog, { network, address });
      return { subject, input };
    },
  },
  doneBy: 'treasury',
  execute:
    async ({ catalog, chains, screening }, { id, input }) =>
    async (transaction) => {
      const network = catalog.networks.find((one) => one.id === input.network);
      const chain = network && chains.get(network.chain);
      if (!chain) return { status: 'refused', result: `there is no network ${input.network} here` };
      const verdict = chain.validateAddress(input.address, chain.nativeAsset);
      if (!verdict.valid)
        return { status: 'refused', result: `the address is not valid on ${network.id}: ${verdict.fault}` };
      const { normalized } = verdict;
      if (screening.isDenied(normalized)) return { status: 'refused', result: 'the address is on a deny list' };
      const comparable = chain.traits.toComparableAddress(normalized);
      const listed = { network: network.chain, address: comparable, written: normalized };
      return (await saveAllowedAddress(transaction, listed, id))
        ? { status: 'done', result: `coins can be withdrawn to ${normalized}` }
        : { status: 'refused', result: `${normalized} is an address of the treasury` };
    },
});
