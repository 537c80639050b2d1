import { useMutation } from '@tanstack/react-query'
import { toast } from '../../ui/toast.tsx'
import { client, failureOf } from '../platform/api.ts'
import { queries } from '../platform/queries.ts'
import { leadName, stageLabels, statusLooks } from './labels.ts'
import { keepLead, knownVersion, leadOptions, refreshLists } from './lead-queries.ts'
import type { Lead, LeadRow, Person, Stage, Status } from './model.ts'

const wrong = 'Something went wrong. Try again.'

/** Says what went wrong, and shows the lead as it is now where somebody was faster. */
function tellFailure(e: unknown, what: string): void {
  const failure = failureOf(e)
  const current = failure?.data?.current as Lead | undefined
  if (current) keepLead(current)
  else void refreshLists()
  toast({
    title: current ? 'Somebody was faster' : what,
    description: current
      ? 'The lead was changed meanwhile and is shown as it is now. Decide again.'
      : (failure?.message ?? wrong),
    tone: 'destructive',
  })
}

const show = (id: string, change: Partial<Lead>) =>
  queries.setQueryData(leadOptions(id).queryKey, (kept: Lead | undefined) => kept && { ...kept, ...change })

type Step = { lead: LeadRow; stage: Stage; undoing?: boolean }

/** Moves without a response yet, by lead. The version is unknown for a move that waits for the one before it. */
const underWay = new Map<string, { stage: Stage; version: number | undefined; answer: Promise<Lead> }>()

/**
 * Sends the last move of each lead again when the page closes, with `keepalive`, because the browser cancels requests and
 * waiting moves are lost. The server rejects the copy of a move that it already made: the version is outdated then.
 */
function sendRest(): void {
  for (const [id, { stage, version }] of underWay)
    client.leads.setStage({ id, stage, version }, { context: { keepalive: true } }).catch(() => {})
}

async function sendStage({ lead, stage }: Step): Promise<Lead> {
  addEventListener('pagehide', sendRest)
  const before = underWay.get(lead.id)?.answer
  const known = knownVersion(lead)
  const send = async () => {
    const version = (await before?.catch(() => undefined))?.version ?? known
    return client.leads.setStage({ id: lead.id, stage, version })
  }
  const mine = { stage, version: before ? undefined : known, answer: send() }
  underWay.set(lead.id, mine)
  try {
    return await mine.answer
  } finally {
    if (underWay.get(lead.id) === mine) underWay.delete(lead.id)
  }
}

/** Says how far a lead got: shown at once, taken back if the server refuses, undone by the toast. */
export function useSetStage() {
  const { mutateAsync } = useMutation({
    // Offline it fails at once and says so, instead of waiting in silence.
    networkMode: 'always',
    mutationFn: sendStage,
    onMutate: ({ lead, stage }) => show(lead.id, { stage }),
    onSuccess: (answer, { lead, undoing }) => {
      // What is shown already is newer.
      if (underWay.has(lead.id)) return
      keepLead(answer)
      if (undoing || answer.stage === lead.stage) return
      toast({
        title: `${leadName(answer)}: ${stageLabels[answer.stage]}`,
        tone: 'good',
        action: {
          label: 'Undo',
          onClick: () => void mutateAsync({ lead: answer, stage: lead.stage, undoing: true }).catch(() => {}),
        },
      })
    },
    onError: (e, { lead }) => {
      show(lead.id, { stage: lead.stage })
      tellFailure(e, 'The stage was not changed')
    },
  })
  return (lead: LeadRow, stage: Stage) => mutateAsync({ lead, stage })
}

type Outcome = { lead: LeadRow; status: Status; lostReason?: string; undoing?: boolean }

/** Says what became of a lead. The toast takes it back. */
export function useSetStatus() {
  const { mutateAsync, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ lead, status, lostReason, undoing }: Outcome) =>
      client.leads.setStatus({ id: lead.id, status, version: undoing ? knownVersion(lead) : lead.version, lostReason }),
    onSuccess: (answer, { lead, undoing }) => {
      keepLead(answer)
      if (undoing) return
      toast({
        title: `${leadName(answer)}: ${statusLooks[answer.status].label}`,
        tone: 'good',
        action:
          lead.status === 'open'
            ? {
                label: 'Undo',
                onClick: () => void mutateAsync({ lead: answer, status: 'open', undoing: true }).catch(() => {}),
              }
            : undefined,
      })
    },
    onError: (e) => tellFailure(e, 'The status was not changed'),
  })
  return {
    set: (lead: LeadRow, status: Status, lostReason?: string) =>
      mutateAsync({ lead, status, ...(lostReason ? { lostReason } : {}) }),
    pending: isPending,
  }
}

type Change = { ownerId?: string | null; nextAction?: string | null; nextActionAt?: string | null }
type Edit = { lead: LeadRow; change: Change; shown: Partial<Lead>; said: string; undo?: Change }

/** Changes one thing of a lead at once: owner or next action. */
export function useChangeLead() {
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationFn: ({ lead, change }: Edit) => client.leads.edit({ id: lead.id, version: lead.version, ...change }),
    onMutate: ({ lead, shown }) => show(lead.id, shown),
    onSuccess: (answer, { said, undo }) => {
      keepLead(answer)
      toast({
        title: said,
        tone: 'good',
        action: undo && {
          label: 'Undo',
          onClick: () =>
            void mutateAsync({ lead: answer, change: undo, shown: {}, said: 'Taken back' }).catch(() => {}),
        },
      })
    },
    onError: (e, { lead }) => {
      show(lead.id, { owner: lead.owner, nextAction: lead.nextAction, nextActionAt: lead.nextActionAt })
      tellFailure(e, 'The lead was not changed')
    },
  })
  return {
    own: (lead: LeadRow, owner: Person | null) =>
      mutateAsync({
        lead,
        change: { ownerId: owner?.id ?? null },
        shown: { owner },
        said: owner ? `${leadName(lead)} is ${owner.name}’s now` : `${leadName(lead)} is nobody’s now`,
        undo: { ownerId: lead.owner?.id ?? null },
      }).catch(() => {}),
    done: (lead: LeadRow) =>
      mutateAsync({
        lead,
        change: { nextAction: null },
        shown: { nextAction: null, nextActionAt: null },
        said: `Done: ${lead.nextAction}`,
        undo: { nextAction: lead.nextAction, nextActionAt: lead.nextActionAt },
      }).catch(() => {}),
  }
}
