import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { showToast } from '../../ui/overlays/toast.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { choiceOptions } from './prompt-queries.ts'

/** Whether the language model may read a company's data. Owners and administrators can change it. */
export function ModelChoice({ companyId, own }: { companyId: string; own?: boolean }) {
  const { data, isError } = useQuery(choiceOptions(companyId))
  const [pending, setPending] = useState(false)
  if (isError) return <span className="text-muted">Couldn’t load this setting. Reload the page to try again.</span>
  if (!data) return <Skeleton className="h-6 w-40" />
  const { allowed, can, model } = data
  async function choose() {
    setPending(true)
    try {
      await client.prompts.setModelChoice({ id: companyId, allowed: !allowed })
      await queries.invalidateQueries({ queryKey: choiceOptions(companyId).queryKey })
      showToast({ title: allowed ? 'Language model turned off' : 'Language model allowed', tone: 'good' })
    } catch (e) {
      showToast({
        title: 'Setting not changed',
        description: parseFailure(e)?.message ?? 'Try again.',
        tone: 'destructive',
      })
    } finally {
      setPending(false)
    }
  }
  const whichTickets = own ? 'your tickets' : 'its tickets'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className={cx('min-w-0', own && 'flex-1 basis-64')}>
        {allowed ? `A language model may read ${whichTickets}` : `No language model can read ${whichTickets}`}
        {!model && <span className="text-muted"> · no model is set up</span>}
      </p>
      {can.change && (
        <Button size={own ? 'md' : 'sm'} pending={pending} onClick={() => void choose()}>
          {allowed ? 'Turn off' : 'Allow'}
          <span className="sr-only"> language model for {whichTickets}</span>
        </Button>
      )}
    </div>
  )
}
