import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { guardUntilAnswered } from '../platform/forms/use-leave-guard.ts'
import { formatLeadName, stageLabels, statusLooks } from './labels.ts'
import { getKnownVersion, keepLead, leadOptions, refreshLists } from './lead-queries.ts'
import type { Lead, LeadRow, Person, Stage, Status } from './model.ts'

const wrong = 'Check your connection and try again.'

/** Shows an error toast. On a conflict, also updates the lead to its current state. */
function tellFailure(e: unknown, what: string): void {
  const failure = parseFailure(e)
  const current = failure?.data?.current as Lead | undefined
  if (current) keepLead(current)
  else void refreshLists()
  showToast({
    title: current ? 'This lead was changed by someone else' : what,
    description: current ? 'You now see their changes. Review them and try again.' : (failure?.message ?? wrong),
    tone: 'destructive',
  })
}

const show = (id: string, change: Partial<Lead>) =>
  queries.setQueryData(leadOptions(id).queryKey, (kept: Lead | undefined) => kept && { ...kept, ...change })

/** Returns whether a lead still has the value that was just set. Assumes so if the lead is not loaded. */
const isStill = (answer: Lead, field: 'stage' | 'status'): boolean => {
  const kept = queries.getQueryData<Lead>(leadOptions(answer.id).queryKey)
  return !kept || kept[field] === answer[field]
}

type Step = { lead: LeadRow; stage: Stage; undoing?: boolean }

/** Moves without a response yet, by lead. The version is unknown for a move that waits for the one before it. */
const underWay = new Map<string, { stage: Stage; version: number | undefined; answer: Promise<Lead> }>()

/**
 * Sends the last move of each lead again when the page closes, with `keepalive`, because the browser cancels requests
 * and waiting moves are lost. The server rejects the copy of a move that it already made: the version is outdated then.
 */
function sendRest(): void {
  for (const [id, { stage, version }] of underWay)
    client.leads.setStage({ id, stage, version }, { context: { keepalive: true } }).catch(() => {})
}

async function sendStage({ lead, stage }: Step): Promise<Lead> {
  addEventListener('pagehide', sendRest)
  const before = underWay.get(lead.id)?.answer
  const known = getKnownVersion(lead)
  const send = async () => {
    const version = (await before?.catch(() => undefined))?.version ?? known
    return client.leads.setStage({ id: lead.id, stage, version })
  }
  // Changes of one lead are sent one after the other. The browser asks before it leaves a page that still sends.
  const mine = { stage, version: before ? undefined : known, answer: guardUntilAnswered(send()) }
  underWay.set(lead.id, mine)
  try {
    return await mine.answer
  } finally {
    if (underWay.get(lead.id) === mine) underWay.delete(lead.id)
  }
}

/** Changes the stage optimistically. Reverted if the server rejects it, and the toast offers Undo. */
export function useSetStage() {
  const { mutateAsync } = useMutation({
    // When offline, fail immediately instead of waiting.
    networkMode: 'always',
    mutationFn: sendStage,
    onMutate: ({ lead, stage }) => show(lead.id, { stage }),
    onSuccess: (answer, { lead, undoing }) => {
      // A newer change is already shown.
      if (underWay.has(lead.id)) return
      keepLead(answer)
      if (undoing || answer.stage === lead.stage) return
      showToast({
        title: `${formatLeadName(answer)}: ${stageLabels[answer.stage]}`,
        tone: 'good',
        about: `lead ${answer.id}`,
        action: {
          label: 'Undo',
          possible: () => isStill(answer, 'stage'),
          onClick: () => void mutateAsync({ lead: answer, stage: lead.stage, undoing: true }).catch(() => {}),
        },
      })
    },
    onError: (e, { lead }) => {
      show(lead.id, { stage: lead.stage })
      tellFailure(e, 'Couldn’t change the stage')
    },
  })
  return (lead: LeadRow, stage: Stage) => mutateAsync({ lead, stage })
}

type Outcome = { lead: LeadRow; status: Status; lostReason?: string; undoing?: boolean }

/** Changes the status. The toast offers Undo if the lead was open. */
export function useSetStatus() {
  const { mutateAsync, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ lead, status, lostReason, undoing }: Outcome) =>
      client.leads.setStatus({
        id: lead.id,
        status,
        version: undoing ? getKnownVersion(lead) : lead.version,
        lostReason,
      }),
    onSuccess: (answer, { lead, undoing }) => {
      keepLead(answer)
      if (undoing) return
      showToast({
        title: `${formatLeadName(answer)}: ${statusLooks[answer.status].label}`,
        tone: 'good',
        about: `lead ${answer.id}`,
        action:
          lead.status === 'open'
            ? {
                label: 'Undo',
                possible: () => isStill(answer, 'status'),
                onClick: () => void mutateAsync({ lead: answer, status: 'open', undoing: true }).catch(() => {}),
              }
            : undefined,
      })
    },
    onError: (e) => tellFailure(e, 'Couldn’t change the status'),
  })
  return {
    set: (lead: LeadRow, status: Status, lostReason?: string) =>
      mutateAsync({ lead, status, ...(lostReason ? { lostReason } : {}) }),
    pending: isPending,
  }
}

type Change = { ownerId?: string | null; nextAction?: string | null; nextActionAt?: string | null }
type Edit = { lead: LeadRow; change: Change; shown: Partial<Lead>; said: string; undo?: Change }

/** Changes the owner or completes the next action, optimistically. */
export function useChangeLead() {
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationFn: ({ lead, change }: Edit) =>
      guardUntilAnswered(
        client.leads.edit({ id: lead.id, version: lead.version, ...change }, { context: { keepalive: true } }),
      ),
    onMutate: ({ lead, shown }) => show(lead.id, shown),
    onSuccess: (answer, { said, undo }) => {
      keepLead(answer)
      showToast({
        title: said,
        tone: 'good',
        about: `lead ${answer.id}`,
        action: undo && {
          label: 'Undo',
          onClick: () =>
            void mutateAsync({ lead: answer, change: undo, shown: {}, said: 'Change undone' }).catch(() => {}),
        },
      })
    },
    onError: (e, { lead }) => {
      show(lead.id, { owner: lead.owner, nextAction: lead.nextAction, nextActionAt: lead.nextActionAt })
      tellFailure(e, 'Couldn’t update the lead')
    },
  })
  return {
    own: (lead: LeadRow, owner: Person | null) =>
      mutateAsync({
        lead,
        change: { ownerId: owner?.id ?? null },
        shown: { owner },
        said: owner ? `${formatLeadName(lead)} assigned to ${owner.name}` : `${formatLeadName(lead)} unassigned`,
        undo: { ownerId: lead.owner?.id ?? null },
      }).catch(() => {}),
    done: (lead: LeadRow) =>
      mutateAsync({
        lead,
        change: { nextAction: null },
        shown: { nextAction: null, nextActionAt: null },
        said: `Completed: ${lead.nextAction}`,
        undo: { nextAction: lead.nextAction, nextActionAt: lead.nextActionAt },
      }).catch(() => {}),
  }
}
