import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWebhookExample } from '../../contract/webhookEvents.ts';
import { findCodeBlock } from './codeBlocks.testing.ts';
import { interpreters, isInstalled } from './interpreters.testing.ts';

/**
 * Calls the page's function with the body from stdin, and headers and secret from the environment; prints the order number to
 * stdout.
 */
const CALLS = {
  Python: `
import os
import sys

event = verify(sys.stdin.buffer.read(), json.loads(os.environ["HEADERS"]), os.environ["SECRET"])
print(event["data"]["orderNo"])
`,
  PHP: `
$event = verify(stream_get_contents(STDIN), json_decode(getenv('HEADERS'), true), getenv('SECRET'));
echo $event['data']['orderNo'], "\\n";
`,
  Go: `package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	body, _ := io.ReadAll(os.Stdin)
	var values map[string]string
	_ = json.Unmarshal([]byte(os.Getenv("HEADERS")), &values)
	header := http.Header{}
	for name, value := range values {
		header.Set(name, value)
	}
	event, err := Verify(body, header, os.Getenv("SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(event.Data.OrderNo)
}
`,
};

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const OTHER_SECRET = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const EMPTY_KEY = { secret: 'whsec_', bytes: new Uint8Array() };
const event = createWebhookExample('order.delivered');
const body = JSON.stringify({ ...event, data: { ...event.data, reference: 'für 100 €' } });

function createHeaders(at: Date, secrets: readonly string[] = [SECRET]) {
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign('evt_1', at, body)).join(' '),
  };
}

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000);

for (const interpreter of interpreters) {
  const { language, fence } = interpreter;
  // For Node, `@slipway/node` verifies webhooks: verifyWebhook.test.ts.
  if (language === 'Node') continue;
  const isHere = isInstalled(interpreter);
  describe.runIf(isHere)(`the documented function that verifies webhooks in ${language}`, () => {
    let folder = '';
    let command: readonly [string, ...string[]] = [''];
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'slipway-verify-'));
      command = await interpreter.install(folder, [
        findCodeBlock(language.toLowerCase(), fence, 'Verify a webhook'),
        CALLS[language],
      ]);
    });
    afterAll(() => rm(folder, { recursive: true }));

    const verify = (headers: object, { input = body, secret = SECRET } = {}) => {
      const [program, ...args] = command;
      const env = { ...process.env, HEADERS: JSON.stringify(headers), SECRET: secret };
      return spawnSync(program, args, { input, env, encoding: 'utf8' });
    };

    test('returns the event', () => {
      const now = secondsFromNow(0);
      for (const headers of [createHeaders(now), createHeaders(now, [OTHER_SECRET, SECRET])]) {
        const { status, stdout, stderr } = verify(headers);
        expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: `${event.data.orderNo}\n`, stderr: '' });
      }
    });

    test.each([
      ['another body', () => verify(createHeaders(secondsFromNow(0)), { input: body.replace('100', '900') })],
      ['another secret', () => verify(createHeaders(secondsFromNow(0)), { secret: OTHER_SECRET })],
      ['another id', () => verify({ ...createHeaders(secondsFromNow(0)), 'webhook-id': 'evt_2' })],
      ['an old time', () => verify(createHeaders(secondsFromNow(-400)))],
      ['a future time', () => verify(createHeaders(secondsFromNow(400)))],
      ['an empty secret', () => verify(signWithEmptyKey(), { secret: EMPTY_KEY.secret })],
    ])('fails for %s', (_what, verifyForged) => {
      const { status, stdout } = verifyForged();
      expect(status).toBeGreaterThan(0);
      expect(stdout).not.toContain(event.data.orderNo);
    });
  });
  if (!isHere)
    test.skip(`${language} is not installed: its function that verifies webhooks was not run`, () => undefined);
}

function signWithEmptyKey() {
  const headers = createHeaders(secondsFromNow(0));
  const text = `evt_1.${headers['webhook-timestamp']}.${body}`;
  const signature = createHmac('sha256', EMPTY_KEY.bytes).update(text).digest('base64');
  return { ...headers, 'webhook-signature': `v1,${signature}` };
}
