import { useAuth } from '../platform/auth.tsx'
import { partnersOptions } from '../platform/choice-options.ts'
import { CompanyField as Found } from '../platform/partner-field.tsx'

/** A company that was chosen. */
export type Chosen = { id: string; name: string; isInternal: boolean }

interface CompanyFieldProps {
  label?: string
  value: Chosen | undefined
  onChange: (company: Chosen) => void
  error: string | undefined
  /** Not offered: where somebody is already. */
  except?: string
}

/** One company out of many: the own one of the provider first, and partners found by name. */
export function CompanyField({ label = 'Company', value, onChange, error, except }: CompanyFieldProps) {
  const { profile } = useAuth()
  const own = profile && { id: profile.company_id, name: profile.company.name }
  return (
    <Found
      label={label}
      value={value ?? null}
      onChange={(company) => company && onChange({ ...company, isInternal: company.id === own?.id })}
      error={error}
      hint={value?.isInternal ? 'Our own team.' : undefined}
      find={partnersOptions}
      offer={(found, q) =>
        [...(own?.name.toLowerCase().includes(q.toLowerCase()) ? [own] : []), ...found].filter((c) => c.id !== except)
      }
    />
  )
}
