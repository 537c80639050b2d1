import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { api, client } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { lazy } from '../platform/loading/lazy.ts'
import { showAuthFailure } from './authenticator.tsx'
import { useConfirmIdentity } from './confirm-identity.tsx'

const ConfirmDialog = lazy(() => import('../../ui/overlays/dialog.tsx').then((m) => ({ default: m.ConfirmDialog })))

const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

/** Shows whether a company requires two-factor authentication, with the button that changes it. */
export function TwoFactorRule({ companyId, own = false }: { companyId: string; own?: boolean }) {
  const confirm = useConfirmIdentity()
  const options = api.account.getTwoFactorRule.queryOptions({ input: { companyId }, staleTime: 0 })
  const { data, isError } = useQuery(options)
  const [asking, setAsking] = useState(false)
  const [pending, setPending] = useState(false)
  if (isError) return <span className="text-muted">Couldn’t load this setting. Reload the page to try again.</span>
  if (!data) return <Skeleton className="h-6 w-40" />
  const { required, company, without } = data
  async function change() {
    setPending(true)
    try {
      const rule = await confirm(() => client.account.setTwoFactorRule({ companyId, required: !required }))
      queries.setQueryData(options.queryKey, rule)
      showToast({
        title: required ? 'Two-factor authentication is no longer required' : 'Two-factor authentication is required',
        description: 'We’re emailing everyone affected.',
        tone: 'good',
      })
    } catch (e) {
      showAuthFailure(e, 'Couldn’t change the setting')
    } finally {
      setPending(false)
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className={cx('min-w-0', own && 'flex-1 basis-64')}>
        {required ? 'Required' : 'Not required'}
        <span className="text-muted">
          {' · '}
          {without === 0
            ? 'Everyone has it set up'
            : `${without} of ${people(data.people)} ${without === 1 ? 'hasn’t' : 'haven’t'} set it up`}
        </span>
      </p>
      <Button size={own ? 'md' : 'sm'} pending={pending} onClick={() => setAsking(true)}>
        {required ? 'Stop requiring' : 'Require'}
        <span className="sr-only"> two-factor authentication</span>
      </Button>
      <Suspense>
        {asking && (
          <ConfirmDialog
            open
            onOpenChange={() => setAsking(false)}
            title={required ? 'Stop requiring two-factor authentication?' : 'Require two-factor authentication?'}
            description={
              required
                ? `This affects everyone at ${company.name} (${people(data.people)}). They keep what they have set up and can remove it. We email them about the change.`
                : `This affects everyone at ${company.name}: ${people(data.people)}, ${without} without two-factor authentication. Those without it can sign in three more times before they have to set it up. We email them about the change. API keys keep working.`
            }
            confirmLabel={required ? 'Stop requiring it' : 'Require two-factor authentication'}
            tone={required ? 'danger' : 'primary'}
            // Not awaited, because the identity check must open after this dialog has closed.
            onConfirm={() => void change()}
          />
        )}
      </Suspense>
    </div>
  )
}
