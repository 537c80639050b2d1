import { useQuery } from '@tanstack/react-query'
import { brand } from '../../../../brand.config.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { readSession } from '../platform/session.client.ts'
import { ModelChoice } from '../prompts/index.ts'
import { CompanyForm } from './company-form.tsx'
import { keepCompany, mineOptions } from './company-queries.ts'
import { PicturePicker } from './picture-picker.tsx'

export const meta = () => [{ title: `Company · Settings · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
export async function clientLoader() {
  if (readSession()) void queries.prefetchQuery(mineOptions())
  return null
}

/** Settings, Company: what the company tells about itself; for its owners. */
export default function SettingsCompany() {
  const { data: company, error, isError, refetch, isFetching } = useQuery(mineOptions())
  if (isError && !company) {
    const failure = failureOf(error)
    return (
      <ErrorState
        title="Your company did not load"
        message={failure?.message ?? 'Something went wrong on the way.'}
        requestId={failure?.data?.requestId}
        onRetry={() => void refetch()}
        retrying={isFetching}
      />
    )
  }
  return (
    <div className="flex flex-col">
      <SettingsSection
        title="Logo"
        description="Stands beside your company’s name here and on what you pass on from here."
      >
        {company ? <PicturePicker of="company" label="Logo" /> : <Skeleton className="size-20 rounded-md" />}
      </SettingsSection>
      <SettingsSection
        title="Profile"
        description="What we and your colleagues know of your company. It shapes when we call you and what we suggest."
      >
        {company ? (
          <CompanyForm
            company={company}
            save={(changes) => client.companies.updateMine(changes)}
            onSaved={(saved) => keepCompany(saved, true)}
          />
        ) : (
          <div aria-busy className="flex flex-col gap-6">
            <Skeleton className="h-9" />
            <Skeleton className="h-9" />
            <Skeleton className="h-20" />
            <Skeleton className="h-20" />
          </div>
        )}
      </SettingsSection>
      <SettingsSection
        title="Language model"
        description={`A language model may sort your tickets, sum them up and draft replies for our engineers, who decide about each. Passwords and keys are taken out before it sees anything.`}
      >
        {company ? <ModelChoice companyId={company.id} own /> : <Skeleton className="h-9" />}
      </SettingsSection>
    </div>
  )
}
