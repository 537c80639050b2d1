import type { ReactNode } from 'react'
import type { Company } from './model.ts'
import { facts } from './profile-fields.tsx'

/** The profile of a company. */
export function CompanyFacts({ company }: { company: Company }) {
  const { phone, website, address, description, tools } = company
  const empty = !phone && !website && !address && !description && tools.length === 0
  return (
    <div className="flex flex-col gap-6 text-sm">
      {description && <p className="max-w-prose whitespace-pre-line text-base leading-relaxed">{description}</p>}
      {empty && (
        <p className="text-muted">
          {company.can.edit ? 'No details yet. Add them to help us support this company.' : 'The profile is empty.'}
        </p>
      )}
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        {facts.map(({ key, label, wide, show }) => (
          <Fact key={key} name={label} wide={wide}>
            {show(company)}
          </Fact>
        ))}
      </dl>
    </div>
  )
}

/** A labeled value of the profile. An empty one shows "Not provided". */
export function Fact({ name, wide, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="mb-1 text-muted text-xs">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">{children || <span className="text-muted">Not provided</span>}</dd>
    </div>
  )
}
