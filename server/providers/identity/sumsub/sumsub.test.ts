import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type SumsubStandIn, startSumsub } from '../../../../sandbox/sumsub/start.ts';
import { createSandboxClock } from '../../../../sandbox/world/clock.ts';
import { credentials } from '../../../../sandbox/world/credentials.ts';
import { createFaults, type Fault } from '../../../../sandbox/world/faults.ts';
import { waitFor } from '../../../../tools/patience/waitFor.testing.ts';
import { identityConformance, type WebhookDelivery } from '../conformance.ts';
import type { IdentityVerifier } from '../identityPort.ts';
import { sumsubConfigSchema } from './manifest.ts';
import { createSumsubVerifier } from './sumsub.ts';

const faults = createFaults();
const clock = createSandboxClock();
const deliveries: WebhookDelivery[] = [];
let dataDir: string;
let product: Server;
let productUrl: string;
let standIn: SumsubStandIn;
let verifier: IdentityVerifier;

const buyer = {
  externalUserId: 'buyer-of-this-file',
  email: 'Somebody@mail.example',
  redirectUrl: 'http://shop.example/back',
  locale: 'en-US',
};

function buildConfig(changes: Record<string, string> = {}) {
  const { appToken, secretKey, webhookSecret, level } = credentials.sumsub;
  return sumsubConfigSchema.parse({
    appToken,
    secretKey,
    webhookSecret,
    levelName: level,
    apiUrl: standIn.url,
    ...changes,
  });
}

function injectFault(effect: Fault['effect'], call = '/resources'): void {
  faults.replace([{ standIn: 'sumsub', call, effect, after: 0, times: 1 }]);
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'slipway-sumsub-'));
  product = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/webhooks/sumsub') {
        deliveries.push({ body: Buffer.concat(chunks), headers: request.headers });
      }
      response.end();
    });
  });
  await new Promise<void>((resolve) => product.listen(0, '127.0.0.1', resolve));
  productUrl = `http://127.0.0.1:${(product.address() as AddressInfo).port}`;
  standIn = await startSumsub({ dataDir, clock, faults, productUrl }, 0);
  verifier = createSumsubVerifier(buildConfig());
});

afterAll(async () => {
  await standIn.stop();
  product.closeAllConnections();
  product.close();
  await rm(dataDir, { recursive: true });
});

beforeEach(() => faults.replace([]));

/** Returns a URL at which no server listens. */
async function findClosedUrl(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

async function openPage(url: string): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(200);
  return response.text();
}

async function decide(email: string, verdict: Parameters<SumsubStandIn['setVerdict']>[1]): Promise<void> {
  await standIn.setVerdict(email, verdict);
}

async function openCheck(otherBuyer = buyer): Promise<string> {
  const outcome = await verifier.openCheck(otherBuyer);
  if (outcome.kind !== 'ok') throw new Error(outcome.kind);
  return outcome.value.url;
}

identityConformance('sumsub', () => ({
  verifier,
  openPage: async (url) => void (await openPage(url)),
  decide,
  async reportUnknownStatus(externalUserId) {
    const applicant = standIn.applicants().find((known) => known.externalUserId === externalUserId);
    if (!applicant) throw new Error('no such applicant');
    Object.assign(applicant, { reviewStatus: 'undocumented' });
  },
  loseNextAnswer: (when) => injectFault(when === 'before' ? 'lose_answer_before' : 'lose_answer_after'),
  failNextCall: () => injectFault('answer_500'),
  deliverWebhooksTwice: () => injectFault('webhook_twice', 'webhook'),
  deliveries: () => deliveries,
}));

describe('requests to Sumsub', () => {
  test('are unavailable with a wrong key or an old timestamp', async () => {
    const wrong = createSumsubVerifier(buildConfig({ secretKey: 'another' }));
    expect(await wrong.getCheck(buyer.externalUserId)).toMatchObject({
      kind: 'unavailable',
      detail: expect.stringContaining('401'),
    });
    const old = createSumsubVerifier(buildConfig(), () => new Date(Date.now() - 3_600_000));
    expect(await old.openCheck(buyer)).toMatchObject({ kind: 'unavailable', detail: expect.stringContaining('401') });
  });

  test('are unavailable with an unknown level or an unreachable vendor', async () => {
    expect((await createSumsubVerifier(buildConfig({ levelName: 'none' })).openCheck(buyer)).kind).toBe('unavailable');
    const nowhere = createSumsubVerifier(buildConfig({ apiUrl: await findClosedUrl() }));
    expect((await nowhere.openCheck(buyer)).kind).toBe('unavailable');
  });

  test('need one call while the review is in progress, and two once it is completed', async () => {
    const callsBuyer = { ...buyer, externalUserId: 'buyer-of-the-calls', email: 'calls@mail.example' };
    await openPage(await openCheck(callsBuyer));
    const readReviewCalls = async () => {
      const fault = { standIn: 'sumsub', call: '/resources', subject: '/status', effect: 'answer_500' } as const;
      faults.replace([{ ...fault, after: 0, times: 1 }]);
      return (await verifier.getCheck(callsBuyer.externalUserId)).kind;
    };
    expect(await readReviewCalls()).toBe('ok');
    await decide(callsBuyer.email, 'accepted');
    expect(await readReviewCalls()).toBe('unavailable');
    expect(await verifier.getCheck(callsBuyer.externalUserId)).toMatchObject({
      kind: 'ok',
      value: { status: 'accepted' },
    });
  });

  test('return the vendor’s Retry-After when it limits the rate', async () => {
    injectFault('answer_429');
    expect(await verifier.getCheck(buyer.externalUserId)).toMatchObject({ kind: 'unavailable', retryAfterMs: 1_000 });
  });
});

describe('the hosted page', () => {
  const postVerdict = (url: string, verdict: string) =>
    fetch(url, { method: 'POST', body: new URLSearchParams({ verdict }), redirect: 'manual' });

  test('has three buttons, decides the check, redirects back, and refuses an unknown verdict', async () => {
    const otherBuyer = { ...buyer, externalUserId: 'page', email: 'page@mail.example' };
    const url = await openCheck(otherBuyer);
    const page = await openPage(url);
    for (const name of ['Approve', 'Refuse', 'Keep for review']) expect(page).toContain(`>${name}</button>`);
    const answer = await postVerdict(url, 'accepted');
    expect([answer.status, answer.headers.get('location')]).toEqual([303, buyer.redirectUrl]);
    expect(await verifier.getCheck('page')).toMatchObject({ value: { status: 'accepted' } });
    await postVerdict(url, 'refused');
    expect(await verifier.getCheck('page')).toMatchObject({ value: { status: 'rejected', retryable: false } });
    expect((await postVerdict(url, 'whatever')).status).toBe(400);
  });

  test('escapes the buyer’s data', async () => {
    const page = await openPage(
      await openCheck({ ...buyer, externalUserId: 'markup', email: '"><script>@mail.example' }),
    );
    expect(page).not.toContain('<script');
    expect(page).toContain('&quot;&gt;&lt;script&gt;@mail.example');
  });

  test('expires by the sandbox’s clock, after which a new link can be created', async () => {
    const url = await openCheck({ ...buyer, externalUserId: 'late' });
    clock.advance(25 * 60 * 60);
    expect((await fetch(url)).status).toBe(410);
    expect((await verifier.openCheck(buyer)).kind).toBe('ok');
  });
});

describe('an applicant that a workflow moves to another level', () => {
  const { level, workflowLevel } = credentials.sumsub;
  const createVerifierOfBothLevels = () =>
    createSumsubVerifier(buildConfig({ acceptedLevels: `${level}, ${workflowLevel}` }));

  /** Approves a new applicant on the requested level, moves them to another and decides there. Returns the buyer. */
  async function createMovedApplicant(name: string, verdict: Parameters<SumsubStandIn['setVerdict']>[1]) {
    const otherBuyer = { ...buyer, externalUserId: name, email: `${name}@mail.example` };
    await openPage(await openCheck(otherBuyer));
    await decide(otherBuyer.email, 'accepted');
    const applicant = standIn.applicants().find(({ externalUserId }) => externalUserId === name);
    if (!applicant) throw new Error('no such applicant');
    expect(await standIn.moveByWorkflow(applicant.id, workflowLevel)).toBe(true);
    expect(await createVerifierOfBothLevels().getCheck(name)).toMatchObject({ value: { status: 'needs_info' } });
    await decide(otherBuyer.email, verdict);
    return otherBuyer;
  }

  async function waitForHintKinds(name: string, count: number): Promise<(string | undefined)[]> {
    return waitFor(() => {
      const hints = deliveries.map(({ body, headers }) => verifier.verifyWebhook(body, headers));
      const kinds = hints.filter((hint) => hint?.subjectId === name).map((hint) => hint?.kind);
      expect(kinds.length).toBeGreaterThanOrEqual(count);
      return kinds;
    });
  }

  test('is accepted only if the operator accepts that level', async () => {
    await createMovedApplicant('moved-accepted', 'accepted');
    expect(await createVerifierOfBothLevels().getCheck('moved-accepted')).toMatchObject({
      value: { status: 'accepted' },
    });
    expect(await verifier.getCheck('moved-accepted')).toMatchObject({ value: { status: 'needs_info' } });
    const workflowLevelOnly = createSumsubVerifier(buildConfig({ acceptedLevels: workflowLevel }));
    expect(await workflowLevelOnly.getCheck('moved-accepted')).toMatchObject({ value: { status: 'accepted' } });
    expect(await waitForHintKinds('moved-accepted', 6)).toEqual(
      expect.arrayContaining(['applicantLevelChanged', 'applicantWorkflowCompleted']),
    );
  });

  test('is rejected when the workflow ends with a rejection', async () => {
    await createMovedApplicant('moved-rejected', 'refused');
    expect(await createVerifierOfBothLevels().getCheck('moved-rejected')).toMatchObject({
      value: { status: 'rejected', retryable: false },
    });
    expect(await waitForHintKinds('moved-rejected', 6)).toContain('applicantWorkflowFailed');
  });

  test('stays on its level when a link is opened again, if that level is accepted', async () => {
    const otherBuyer = await createMovedApplicant('moved-reopened', 'accepted');
    const again = await createVerifierOfBothLevels().openCheck(otherBuyer);
    if (again.kind !== 'ok') throw new Error(again.kind);
    await openPage(again.value.url);
    expect(await createVerifierOfBothLevels().getCheck('moved-reopened')).toMatchObject({
      value: { status: 'accepted' },
    });
    await openPage(await openCheck(otherBuyer));
    expect(await verifier.getCheck('moved-reopened')).toMatchObject({ value: { status: 'needs_info' } });
  });
});

test.each(['', ' , '])('refuses %j as accepted levels', (acceptedLevels) => {
  expect(() => buildConfig({ acceptedLevels })).toThrow('acceptedLevels');
});

describe('verdicts set at the stand-in', () => {
  test('are applied when the applicant appears later', async () => {
    const otherBuyer = { ...buyer, externalUserId: 'kept', email: 'Kept@Mail.example' };
    expect(await standIn.setVerdict('kept@mail.example', 'refused')).toEqual({ applied: false });
    await openCheck(otherBuyer);
    expect(await verifier.getCheck('kept')).toMatchObject({ value: { status: 'rejected' } });
    expect(standIn.books()).toMatchObject({ preparedVerdicts: {} });
  });

  test('decide a check whose page was not opened yet', async () => {
    await openCheck({ ...buyer, externalUserId: 'linked', email: 'linked@mail.example' });
    expect(await standIn.setVerdict('linked@mail.example', 'accepted')).toMatchObject({ applied: true });
    expect(await verifier.getCheck('linked')).toMatchObject({ value: { status: 'accepted' } });
  });

  test('are kept after a restart of the stand-in', async () => {
    await openPage(await openCheck({ ...buyer, externalUserId: 'lasting', email: 'lasting@mail.example' }));
    await decide('lasting@mail.example', 'review');
    await standIn.stop();
    standIn = await startSumsub({ dataDir, clock, faults, productUrl }, 0);
    verifier = createSumsubVerifier(buildConfig());
    expect(await verifier.getCheck('lasting')).toMatchObject({ value: { status: 'processing' } });
  });
});
