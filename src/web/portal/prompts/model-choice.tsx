import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { choiceOptions } from './prompt-queries.ts'

/** Whether a language model may see anything of a company: owners and administrators say so, everybody else reads it. */
export function ModelChoice({ companyId, own }: { companyId: string; own?: boolean }) {
  const { data, isError } = useQuery(choiceOptions(companyId))
  const [pending, setPending] = useState(false)
  if (isError) return <span className="text-muted">Not known right now.</span>
  if (!data) return <Skeleton className="h-6 w-40" />
  const { allowed, can, model } = data
  async function choose() {
    setPending(true)
    try {
      await client.prompts.setModelChoice({ id: companyId, allowed: !allowed })
      await queries.invalidateQueries({ queryKey: choiceOptions(companyId).queryKey })
      toast({ title: allowed ? 'No model sees it any more' : 'A model may see it', tone: 'good' })
    } catch (e) {
      toast({ title: 'That did not work', description: failureOf(e)?.message ?? 'Try again.', tone: 'destructive' })
    } finally {
      setPending(false)
    }
  }
  const whose = own ? 'your tickets' : 'its tickets'
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
      <p className={cx('min-w-0', own && 'flex-1 basis-64')}>
        {allowed ? `A model may read ${whose}` : `No model sees anything of ${whose}`}
        {!model && <span className="text-muted"> · none is set up at the moment</span>}
      </p>
      {can.change && (
        <Button size={own ? 'md' : 'sm'} className="max-md:!h-11" pending={pending} onClick={() => void choose()}>
          {allowed ? 'Switch off' : 'Allow'}
          <span className="sr-only"> a language model on {whose}</span>
        </Button>
      )}
    </div>
  )
}
