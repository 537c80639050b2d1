// The banners of an automation: it is waiting, failing or silent.

import { useState } from 'react'
import { Banner } from '../../ui/banner.tsx'
import { Button, LinkButton } from '../../ui/button.tsx'
import { showToast } from '../../ui/overlays/toast.tsx'
import { RelativeTime } from '../../ui/text/relative-time.tsx'
import { useActions } from '../platform/actions.ts'
import { client, parseFailure } from '../platform/data/api.ts'
import { refreshAutomations } from './automation-queries.ts'
import type { Automation } from './model.ts'

/** Banners that the reader must see before anything else. */
export function AutomationNotices({ of: a, staff }: { of: Automation; staff: boolean }) {
  const [pending, setPending] = useState(false)
  const tickets = staff ? '/admin/tickets' : '/tickets'
  async function cancelRequest() {
    setPending(true)
    try {
      await client.automations.unask({ id: a.id })
      showToast({ title: 'Request canceled', tone: 'good' })
    } catch (e) {
      showToast({ title: parseFailure(e)?.message ?? 'The request was not canceled. Try again.', tone: 'destructive' })
    } finally {
      setPending(false)
      void refreshAutomations()
    }
  }
  useActions([!staff && a.asked !== null && { label: 'Cancel request', run: () => void cancelRequest() }])
  return (
    <>
      {a.episode && (
        <Banner
          tone="bad"
          title={a.episode.kind === 'silent' ? 'This automation has stopped reporting' : 'Runs are failing'}
          action={
            a.episode.ticket && (
              <LinkButton href={`${tickets}/${a.episode.ticket.id}`} size="sm">
                T-{a.episode.ticket.number}
              </LinkButton>
            )
          }
        >
          Since <RelativeTime iso={a.episode.startedAt} />.{' '}
          {staff
            ? 'We notified the partner.'
            : `We notified our engineers immediately.${a.episode.ticket ? ` Follow T-${a.episode.ticket.number} for updates and questions from them.` : ''} The alert ends automatically when ${a.episode.kind === 'silent' ? 'a run arrives' : 'runs succeed'} again, and we’ll let you know. The repair is free and uses no hours.`}
        </Banner>
      )}
      {a.asked && (
        <Banner
          tone="warn"
          title={
            staff
              ? `${a.askedBy?.name ?? 'The partner'} asked us to ${a.asked} this automation`
              : `${a.askedBy?.name ?? 'Someone'} asked us to ${a.asked} this automation`
          }
          action={
            !staff && (
              <Button size="sm" pending={pending} onClick={() => void cancelRequest()}>
                Cancel request
              </Button>
            )
          }
        >
          {a.askedAt && <RelativeTime iso={a.askedAt} />}
          {a.askedReason && <>: {a.askedReason}</>}
        </Banner>
      )}
      {a.intakeOpen && !a.can.answer && (
        <Banner title="Setup questions are not answered yet">
          {staff
            ? 'An owner of the company needs to answer them.'
            : `An owner of your company needs to answer them${a.liveAt === null ? ' before we start setup' : ''}.`}
        </Banner>
      )}
      {a.status === 'paused' && a.pauseReason && <Banner title="This automation is paused">{a.pauseReason}</Banner>}
    </>
  )
}
