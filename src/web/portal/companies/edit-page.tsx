import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useNavigate, useParams } from 'react-router'
import { brand } from '../../../../brand.config.ts'
import { LinkButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { companyOptions, keepCompany } from '../platform/forms/company-options.ts'
import { CompanyForm } from './company-form.tsx'

export const meta = () => [{ title: `Edit company · ${brand.shortName}` }, { name: 'robots', content: 'noindex' }]

/** `/companies/{id}/edit`: lets an administrator edit a company's profile. */
export default function EditCompanyPage() {
  const { id = '' } = useParams()
  const query = useQuery(companyOptions(id))
  const navigate = useNavigate()
  const { data: company } = query
  const back = { href: `/companies/${id}`, label: company?.name ?? 'Company' }
  if (!company && query.isError) {
    const failure = parseFailure(query.error)
    return (
      <ErrorState
        title="Couldn’t load this company"
        message={failure?.message ?? 'Check your connection and try again.'}
        requestId={failure?.data?.requestId}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  if (company && (!company.can.edit || !company.can.notes)) {
    return (
      <EmptyState
        icon={<Lock />}
        title="Only administrators can edit companies"
        action={<LinkButton href={back.href}>Back to the company</LinkButton>}
      >
        The company’s owners can edit the profile in their settings.
      </EmptyState>
    )
  }
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-6">
      <PageHeader
        back={back}
        title="Edit company"
        description="Users of the company see your changes. The audit log records who made them."
      />
      {company ? (
        <CompanyForm
          company={company}
          save={(changes) => client.companies.update({ id, ...changes })}
          onSaved={(saved) => {
            keepCompany(saved)
            void navigate(back.href)
          }}
          cancel={
            <LinkButton href={back.href} variant="ghost">
              Cancel
            </LinkButton>
          }
        />
      ) : (
        <Skeleton className="h-96 rounded-md" />
      )}
    </div>
  )
}
