import { useMutation } from '@tanstack/react-query'
import { showToast } from '../../ui/overlays/toast.tsx'
import { client, parseFailure } from '../platform/data/api.ts'
import { queries } from '../platform/data/queries.ts'
import { changeInTurn } from '../platform/data/send-in-turn.ts'
import { formatLeadName, leadStatusLooks, stageLabels } from './labels.ts'
import { getShownLead, keepLead, leadOptions, refreshLeadLists, showLeadChange } from './lead-queries.ts'
import type { Lead, LeadRow, Person, Stage, Status } from './model.ts'

const fallback = 'Check your connection and try again.'

/** Shows an error toast. On a conflict, also updates the lead to its current state. */
function showFailure(e: unknown, what: string): void {
  const failure = parseFailure(e)
  const current = failure?.data?.current as Lead | undefined
  if (current) keepLead(current)
  else void refreshLeadLists()
  showToast({
    title: current ? 'Someone else changed this lead' : what,
    description: current ? 'You now see their changes. Review them and try again.' : (failure?.message ?? fallback),
    tone: 'destructive',
  })
}

/** Returns whether a lead still has the value that was just set. Assumes so if the lead is not loaded. */
const isStill = (answer: Lead, field: 'stage' | 'status'): boolean => {
  const kept = queries.getQueryData<Lead>(leadOptions(answer.id).queryKey)
  return !kept || kept[field] === answer[field]
}

type Step = { lead: LeadRow; stage: Stage; undoing?: boolean }

/**
 * Returns a function that changes the stage optimistically. The change is reverted if the server rejects it, and the
 * toast offers Undo. Rejects with a Failure.
 */
export function useSetStage() {
  const { mutateAsync } = useMutation({
    // When offline, fail immediately instead of waiting.
    networkMode: 'always',
    mutationFn: ({ lead, stage }: Step) =>
      changeInTurn<LeadRow, Lead>({
        kind: 'lead',
        what: 'stage',
        base: lead,
        shown: { stage },
        isSame: (now) => now.stage === lead.stage,
        send: (version, context) => client.leads.setStage({ id: lead.id, stage, version }, { context }),
      }),
    onMutate: ({ lead, stage }) => showLeadChange(lead.id, { stage }),
    onSuccess: (answer, { lead, undoing }) => {
      keepLead(answer)
      // Nothing to say if a newer change is already shown.
      if (undoing || answer.stage === lead.stage || !isStill(answer, 'stage')) return
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
      showLeadChange(lead.id, { stage: lead.stage })
      showFailure(e, 'Couldn’t change the stage')
    },
  })
  return (lead: LeadRow, stage: Stage) => mutateAsync({ lead: getShownLead(lead), stage })
}

type Outcome = { lead: LeadRow; status: Status; lostReason?: string; undoing?: boolean }

/**
 * Returns a function that changes the status, and whether a change is pending. The toast offers Undo if the lead was
 * open. Rejects with a Failure.
 */
export function useSetLeadStatus() {
  const { mutateAsync, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: ({ lead, status, lostReason }: Outcome) =>
      changeInTurn<LeadRow, Lead>({
        kind: 'lead',
        what: 'status',
        base: lead,
        shown: {},
        isSame: (now) => now.status === lead.status,
        send: (version, context) => client.leads.setStatus({ id: lead.id, status, version, lostReason }, { context }),
      }),
    onSuccess: (answer, { lead, undoing }) => {
      keepLead(answer)
      if (undoing) return
      showToast({
        title: `${formatLeadName(answer)}: ${leadStatusLooks[answer.status].label}`,
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
    onError: (e) => showFailure(e, 'Couldn’t change the status'),
  })
  return {
    set: (lead: LeadRow, status: Status, lostReason?: string) =>
      mutateAsync({ lead: getShownLead(lead), status, ...(lostReason ? { lostReason } : {}) }),
    pending: isPending,
  }
}

type Change = { ownerId?: string | null; nextAction?: string | null; nextActionAt?: string | null }
type Edit = { lead: LeadRow; change: Change; shown: Partial<LeadRow>; title: string; undo?: Change }

const isSameEdit = (before: LeadRow, now: LeadRow, change: Change) =>
  (change.ownerId === undefined || before.owner?.id === now.owner?.id) &&
  (change.nextAction === undefined ||
    (before.nextAction === now.nextAction && before.nextActionAt === now.nextActionAt))

/** Returns functions that change the owner or complete the next action, optimistically. A toast shows the result. */
export function useChangeLead() {
  const { mutateAsync } = useMutation({
    networkMode: 'always',
    mutationFn: ({ lead, change, shown }: Edit) =>
      changeInTurn<LeadRow, Lead>({
        kind: 'lead',
        what: Object.keys(change).join(),
        base: lead,
        shown,
        isSame: (now) => isSameEdit(lead, now, change),
        send: (version = lead.version, context) => client.leads.edit({ id: lead.id, version, ...change }, { context }),
      }),
    onMutate: ({ lead, shown }) => showLeadChange(lead.id, shown),
    onSuccess: (answer, { title, undo }) => {
      keepLead(answer)
      showToast({
        title,
        tone: 'good',
        about: `lead ${answer.id}`,
        action: undo && {
          label: 'Undo',
          onClick: () =>
            void mutateAsync({ lead: answer, change: undo, shown: {}, title: 'Change undone' }).catch(() => {}),
        },
      })
    },
    onError: (e, { lead, shown }) => {
      showLeadChange(lead.id, Object.fromEntries(Object.keys(shown).map((name) => [name, lead[name as keyof LeadRow]])))
      showFailure(e, 'Couldn’t update the lead')
    },
  })
  return {
    own: (rendered: LeadRow, owner: Person | null) => {
      const lead = getShownLead(rendered)
      return mutateAsync({
        lead,
        change: { ownerId: owner?.id ?? null },
        shown: { owner },
        title: owner ? `${formatLeadName(lead)} assigned to ${owner.name}` : `${formatLeadName(lead)} unassigned`,
        undo: { ownerId: lead.owner?.id ?? null },
      }).catch(() => {})
    },
    done: (rendered: LeadRow) => {
      const lead = getShownLead(rendered)
      return mutateAsync({
        lead,
        change: { nextAction: null },
        shown: { nextAction: null, nextActionAt: null },
        title: `Completed: ${lead.nextAction}`,
        undo: { nextAction: lead.nextAction, nextActionAt: lead.nextActionAt },
      }).catch(() => {})
    },
  }
}
