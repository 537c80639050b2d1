import { partnersOptions } from '../platform/forms/choice-options.ts'
import { CompanyField as Found } from '../platform/forms/partner-field.tsx'
import { useAuth } from '../platform/session/auth.tsx'

/** The selected company. */
export type Chosen = { id: string; name: string; isInternal: boolean }

interface CompanyFieldProps {
  label?: string
  value: Chosen | undefined
  onChange: (company: Chosen) => void
  error: string | undefined
  /** A company to leave out, because the user is already in it. */
  except?: string
}

/** Finds a company by name. The provider's own company comes first. */
export function UserCompanyField({ label = 'Company', value, onChange, error, except }: CompanyFieldProps) {
  const { profile } = useAuth()
  const own = profile && { id: profile.company_id, name: profile.company.name }
  return (
    <Found
      label={label}
      value={value ?? null}
      onChange={(company) => company && onChange({ ...company, isInternal: company.id === own?.id })}
      error={error}
      hint={value?.isInternal ? 'Your own team.' : undefined}
      find={partnersOptions}
      offer={(found, q) =>
        [...(own?.name.toLowerCase().includes(q.toLowerCase()) ? [own] : []), ...found].filter((c) => c.id !== except)
      }
    />
  )
}
