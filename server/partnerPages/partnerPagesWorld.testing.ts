import { openOwnGateway } from '../app/api/testGateway.testing.ts';
import { seedConfiguration } from '../configuration/changeConfiguration.ts';
import { createApprovedRunner } from '../operator/commandLine/commandRunner.testing.ts';
import type { MemberDetails } from '../partner/members/memberStore.ts';
import { testKeys } from '../partner/testPartner.testing.ts';
import { getRefusal, type MemberBrowser, openMemberBrowser } from './memberBrowser.testing.ts';

export const mia: MemberDetails = { name: 'Mia Torres', email: 'mia@shop.example' };

/** Opens the partner pages on their own database, with the partners `shop` and `tea` and the operator's command line. */
export async function openPartnerPagesWorld() {
  const gateway = await openOwnGateway();
  const { database, publicUrl } = gateway;
  await seedConfiguration(database, []);
  const operate = createApprovedRunner({ database, publicUrl, keys: testKeys });

  async function addPartner(id: string): Promise<void> {
    await operate('set', ['partner', id, `name=${id}`, 'kind=partner_site', `origins=https://${id}.example`]);
  }

  /** Returns the link of an operator's invitation. */
  async function inviteOwner(partner: string): Promise<string> {
    const [link = ''] = (await operate('invite-partner', [partner])).split('\n');
    return link;
  }

  async function openOwner(partner: string, details = mia): Promise<MemberBrowser> {
    const browser = openMemberBrowser(gateway);
    const joined = await browser.join(await inviteOwner(partner), details);
    if (joined.respCode !== '200') throw new Error(`joining was refused: ${getRefusal(joined)}`);
    return browser;
  }

  /** Returns the browser of a developer whom this owner has invited. */
  async function openDeveloper(owner: MemberBrowser, name: string): Promise<MemberBrowser> {
    const { link } = await owner.call('inviteMember', { role: 'developer' });
    const browser = openMemberBrowser(gateway);
    await browser.join(link, { name, email: `${name.toLowerCase()}@shop.example` });
    return browser;
  }

  for (const id of ['shop', 'tea']) await addPartner(id);
  return { gateway, database, publicUrl, operate, addPartner, inviteOwner, openOwner, openDeveloper };
}
