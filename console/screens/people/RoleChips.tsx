import { roles as allRoles, type Role } from '@slipway/contract/entities/roles.ts';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';

type RoleChipsProps = { readonly roles: readonly Role[]; readonly onChange: (roles: readonly Role[]) => void };

export function RoleChips({ roles, onChange }: RoleChipsProps) {
  return (
    <Chips label="Roles">
      {allRoles.map((role) => (
        <Chip
          key={role}
          on={roles.includes(role)}
          onToggle={() => onChange(roles.includes(role) ? roles.filter((one) => one !== role) : [...roles, role])}
        >
          {role}
        </Chip>
      ))}
    </Chips>
  );
}
