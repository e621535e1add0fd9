import { type ConsoleCallName, consoleCalls } from '@slipway/contract/consoleCalls.ts';
import type { CallDefinition } from '@slipway/contract/defineCall.ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { openConsoleWorld } from './consoleWorld.testing.ts';

const world = await openConsoleWorld();
const PERSON_BY_ROLE = {
  viewer: 'vera',
  support: 'sam',
  compliance: 'cleo',
  treasurer: 'tess',
  admin: 'dora',
} as const;
const definitions = (Object.values(consoleCalls) as CallDefinition<'gateway/console'>[]).filter(
  ({ auth }) => auth === 'session',
);

describe.each(Object.entries(PERSON_BY_ROLE))('%s', (role, name) => {
  const sharedVisitor = world.createVisitor(name);
  beforeAll(() => sharedVisitor.logIn());

  test.each(definitions.map((definition) => [definition.name, definition] as const))(
    'may call %s only if the contract lists the role',
    async (call, definition) => {
      // A visitor who has logged out or locked the page is not reused by the next test.
      const visitor = ['leave', 'lock'].includes(call) ? world.createVisitor(name) : sharedVisitor;
      if (visitor !== sharedVisitor) await visitor.logIn();
      const { data, respCode } = await visitor.postRaw(call, definition.example.request);
      const { error } = (data ?? {}) as { readonly error?: string };
      const may = definition.roles.some((one) => one === role);
      if (may) expect(error).not.toBe('console_not_for_role');
      else expect(error).toBe('console_not_for_role');
      expect(respCode).not.toBe('599');
    },
  );
});

test.each(definitions.map(({ name }) => name as ConsoleCallName))('refuses %s without a session', async (call) => {
  const { status, data } = await world.post(call, consoleCalls[call].example.request);
  expect({ status, data }).toMatchObject({ status: 403, data: { error: 'console_left' } });
});
