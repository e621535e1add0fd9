import { z } from 'zod';
import { definePartnerPageCall } from '../defineCall.ts';
import {
  passkeyAssertion,
  passkeyAssertionExample,
  passkeyRegistration,
  passkeyRegistrationExample,
  webAuthnOptions,
} from '../entities/buyer/passkey.ts';
import { invitationCode, memberEmail, memberName, memberRoles, ownMember } from '../entities/partnerPages.ts';

const CODE = '7KQ2M4XD9TAB3HWPEN56';

export const start = definePartnerPageCall({
  name: 'start',
  summary: 'Who is logged in, and whether this installation is a test',
  auth: 'none',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({
    operatorName: z.string(),
    mode: z.enum(['test', 'live']).describe('`test`: nothing real is bought at this installation'),
    member: ownMember.nullable(),
    partner: z
      .object({
        id: z.string(),
        name: z.string(),
        enabled: z.boolean().describe('False: members can read, and change nothing'),
      })
      .nullable(),
  }),
  errors: [],
  example: { request: {} },
});

export const logInOptions = definePartnerPageCall({
  name: 'logInOptions',
  summary: 'Options with which the browser requests a passkey assertion; the same for every caller',
  auth: 'none',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: webAuthnOptions,
  errors: [],
  example: { request: {} },
});

export const logIn = definePartnerPageCall({
  name: 'logIn',
  summary: 'Opens a session with a passkey',
  auth: 'none',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({ passkey: passkeyAssertion }),
  data: z.object({ member: ownMember }),
  errors: ['member_passkey_refused'],
  example: { request: { passkey: passkeyAssertionExample } },
});

export const logOut = definePartnerPageCall({
  name: 'logOut',
  summary: 'Ends the session; the answer is the same if there is none',
  auth: 'none',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({}),
  data: z.object({}),
  errors: [],
  example: { request: {} },
});

const joining = { code: invitationCode, name: memberName, email: memberEmail };
const joiningExample = { code: CODE, name: 'Mia Torres', email: 'mia@shop.example' };

export const joinOptions = definePartnerPageCall({
  name: 'joinOptions',
  summary: "Options with which an invited person's browser creates a passkey",
  auth: 'none',
  roles: memberRoles,
  guard: 'reads',
  request: z.object(joining),
  data: webAuthnOptions,
  errors: ['member_invitation_unknown'],
  example: { request: joiningExample },
});

export const join = definePartnerPageCall({
  name: 'join',
  summary: 'Uses an invitation: stores the person and their passkey, and opens a session',
  auth: 'none',
  roles: memberRoles,
  guard: 'reads',
  request: z.object({ ...joining, passkey: passkeyRegistration }),
  data: z.object({ member: ownMember }),
  errors: ['member_invitation_unknown', 'member_passkey_refused'],
  example: {
    request: {
      ...joiningExample,
      passkey: passkeyRegistrationExample,
    },
  },
});
