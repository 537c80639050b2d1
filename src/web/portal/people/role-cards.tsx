import { type ChangeEvent, useId } from 'react'
import { listRoles, roles } from './labels.ts'
import type { Role } from './model.ts'

interface RoleCardsProps {
  isInternal: boolean
  value: Role
  onChange: (role: Role) => void
}

/** Radio cards for the roles, each with its permissions. Must be inside a `FieldSet`, which labels the group. */
export function RoleCards({ isInternal, value, onChange }: RoleCardsProps) {
  const id = useId()
  return (
    <div className="grid gap-2 sm:grid-cols-2">
      {listRoles(isInternal).map((role) => (
        <label
          key={role}
          className="relative flex min-w-0 flex-col gap-0.5 rounded-sm border border-line bg-surface px-3.5 py-2.5 text-sm outline-accent outline-offset-2 transition-colors hover:border-edge has-checked:border-accent has-checked:bg-accent/8 has-focus-visible:outline-2"
        >
          <input
            type="radio"
            name={id}
            value={role}
            checked={role === value}
            onChange={(event: ChangeEvent<HTMLInputElement>) => event.currentTarget.checked && onChange(role)}
            aria-labelledby={`${id}-${role}-name`}
            aria-describedby={`${id}-${role}`}
            className="peer absolute inset-0 cursor-pointer appearance-none rounded-[inherit] outline-none"
          />
          <span id={`${id}-${role}-name`} className="font-medium peer-checked:text-accent">
            {roles[role].label}
          </span>
          <span id={`${id}-${role}`} className="text-muted text-xs">
            {roles[role].meaning}
          </span>
        </label>
      ))}
    </div>
  )
}
