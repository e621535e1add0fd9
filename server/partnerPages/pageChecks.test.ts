import { doctorChecks } from '@slipway/contract/entities/partnerPages.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { embedChecks } from '../partner/embed/diagnoseEmbedding.ts';
import { enqueuePageCheck } from '../partner/embed/pageCheckStore.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { openReceiver } from '../platform/webhook/receiver.testing.ts';
import { getRefusal, type MemberBrowser } from './memberBrowser.testing.ts';
import { openPartnerPagesWorld } from './partnerPagesWorld.testing.ts';
import { runPageChecks } from './runPageChecks.ts';

const { database, publicUrl, operate, addPartner, openOwner } = await openPartnerPagesWorld();
const site = await openReceiver(() => ({
  status: 200,
  body: `<script src="${publicUrl}/embed/v1/loader.js" crossorigin></script>`,
  headers: { 'content-security-policy': "frame-src 'none'" },
}));

const runWorker = (isSandbox = true) =>
  runPageChecks({ database: roleDatabase(database, 'worker'), publicUrl, isSandbox, log: createLog('silent') });

/** Returns the browser of a new partner whose site is the receiver. */
async function openPartner(id: string, origin = new URL(site.url).origin): Promise<MemberBrowser> {
  await addPartner(id);
  await operate('set', ['partner', id, `origins=${origin}`]);
  return openOwner(id);
}

const findNewest = async (browser: MemberBrowser) => (await browser.call('pageCheck', {})).newest;

const readResults = async (browser: MemberBrowser) =>
  Object.fromEntries(((await findNewest(browser))?.results ?? []).map(({ check, ...result }) => [check, result]));

test('a worker requests the page and lists every check', async () => {
  const browser = await openPartner('site');
  expect(await findNewest(browser)).toBeNull();
  await browser.call('checkPage', { page: site.url });
  expect(await findNewest(browser)).toMatchObject({ page: site.url, finishedAt: null, results: [] });
  await runWorker();
  const results = await readResults(browser);
  expect(Object.keys(results)).toEqual([...doctorChecks]);
  expect(results).toMatchObject({
    origin_unknown: { state: 'passed', change: null },
    webhook_missing: { state: 'fault', change: null },
    webhook_secret_missing: { state: 'unchecked' },
    policy_frame: { state: 'fault', change: `frame-src ${publicUrl}` },
    policy_script: { state: 'passed' },
  });
  expect(JSON.stringify(await findNewest(browser))).not.toContain('npm run operate');
});

test('the contract lists the checks of the doctor', () => {
  expect(embedChecks.map(({ id }) => id)).toEqual([...doctorChecks]);
});

test('accepts one check at a time, with a pause between two', async () => {
  const browser = await openPartner('twice');
  await browser.call('checkPage', { page: site.url });
  expect(getRefusal(await browser.post('checkPage', { page: site.url }))).toBe('page_check_open');
  await runWorker();
  expect(getRefusal(await browser.post('checkPage', { page: site.url }))).toBe('page_check_open');
  await database.run(sql`
    update partner_page_checks set finished_at = finished_at - interval '1 minute' where partner_id = 'twice'`);
  await browser.call('checkPage', { page: site.url });
  await runWorker();
  expect(await findNewest(browser)).toMatchObject({ finishedAt: expect.any(String) as string });
});

test('requests only pages at an origin of the partner', async () => {
  const browser = await openPartner('own', 'https://own.example');
  for (const page of ['https://other.example/', 'https://own.example.other.example/', 'http://own.example/', site.url])
    expect(getRefusal(await browser.post('checkPage', { page }))).toBe('page_not_registered');
  for (const page of ['javascript:1', 'file:///etc/passwd', 'own.example'])
    expect(getRefusal(await browser.post('checkPage', { page }))).toBe('malformed');
  // The worker does not trust the row.
  const requests = site.posted.length;
  await enqueuePageCheck(database, 'own', site.url);
  await runWorker();
  expect(site.posted).toHaveLength(requests);
  expect(await findNewest(browser)).toMatchObject({ page: site.url, results: [] });
});

test('requests no private address outside the sandbox', async () => {
  const browser = await openPartner('private');
  await browser.call('checkPage', { page: site.url });
  const requests = site.posted.length;
  await runWorker(false);
  expect(site.posted).toHaveLength(requests);
  expect(await readResults(browser)).toMatchObject({
    page_unreachable: { state: 'fault', change: null },
    page_not_ok: { state: 'unchecked' },
    policy_frame: { state: 'unchecked' },
  });
});

test('a check of another partner is not shown', async () => {
  const [mine, theirs] = [await openPartner('mine'), await openPartner('theirs')];
  await theirs.call('checkPage', { page: site.url });
  expect(await findNewest(mine)).toBeNull();
});

test('a check is refused for a disabled partner', async () => {
  const browser = await openPartner('off');
  await operate('set', ['partner', 'off', 'enabled=false']);
  expect(getRefusal(await browser.post('checkPage', { page: site.url }))).toBe('member_read_only');
});
