import type { Role } from '@slipway/contract/entities/roles.ts';
import { useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import { PersonActionForm } from './PersonActionForm.tsx';
import { RoleChips } from './RoleChips.tsx';

type ChangeRolesFormProps = { readonly name: string; readonly keyId: string; readonly roles: readonly Role[] };

/** Changes a person's roles after a second admin has confirmed them. */
export function ChangeRolesForm({ name, keyId, roles }: ChangeRolesFormProps) {
  const [wanted, setWanted] = useState<readonly Role[]>(roles);
  const isSame = wanted.length === roles.length && wanted.every((role) => roles.includes(role));
  return (
    <>
      <RoleChips roles={wanted} onChange={setWanted} />
      {!isSame && wanted.length > 0 && (
        <PersonActionForm
          content={{ act: 'change-roles', arguments: { key: keyId, roles: [...wanted] } }}
          title={`Change the roles of ${name}`}
          effect="The roles change once another admin has confirmed them."
          send={(statement) => consoleCall('signPersonStatement', { statement })}
        />
      )}
    </>
  );
}
