import { useQuery } from '@tanstack/react-query'
import { brand } from '../../../../brand.config.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TwoFactorRule } from '../account/index.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { handleOf, loadReads, type ScreenReads } from '../platform/data/screen-reads.ts'
import { PicturePicker } from '../platform/forms/picture-picker.tsx'
import { ModelChoice } from '../prompts/index.ts'
import { CompanyForm } from './company-form.tsx'
import { keepOwnCompany, mineOptions } from './company-queries.ts'

export const meta = () => [{ title: `Company · Settings · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]
const reads: ScreenReads = () => [mineOptions()]
export const handle = handleOf(reads)
export const clientLoader = loadReads(reads)

/** Settings → Company, for owners: the company's profile. */
export default function SettingsCompany() {
  const { data: company, error, isError, refetch, isFetching } = useQuery(mineOptions())
  if (isError && !company) {
    const failure = parseFailure(error)
    return (
      <ErrorState
        title="Couldn’t load your company"
        message={failure?.message ?? 'Check your connection and try again.'}
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
        description="Shown next to your company’s name in the portal and in anything you share from the portal."
      >
        {company ? <PicturePicker of="company" label="Logo" /> : <Skeleton className="size-20 rounded-md" />}
      </SettingsSection>
      <SettingsSection
        title="Profile"
        description="What we and your colleagues see about your company. We use it to decide when to contact you and what to recommend."
      >
        {company ? (
          <CompanyForm
            company={company}
            save={(changes) => client.companies.updateMine(changes)}
            onSaved={(saved) => keepOwnCompany(saved)}
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
        id="two-factor"
        title="Two-factor authentication"
        description="Require two-factor authentication for everyone at your company. The Users page shows who hasn’t set it up yet."
      >
        {company ? <TwoFactorRule companyId={company.id} own /> : <Skeleton className="h-9" />}
      </SettingsSection>
      <SettingsSection
        title="Language model"
        description={`A language model may sort and summarize your tickets and draft replies. Our engineers review each suggestion. We remove passwords and keys before the model sees a ticket.`}
      >
        {company ? <ModelChoice companyId={company.id} own /> : <Skeleton className="h-9" />}
      </SettingsSection>
    </div>
  )
}
