import {
  AtSign,
  CircleDot,
  Hourglass,
  Inbox,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  Star,
  Timer,
  UserRoundCheck,
} from 'lucide-react'
import type { z } from 'zod'
import type { NoticeKind, NoticeSettings, Notification } from '../../../contract/notifications.ts'

export type Kind = z.infer<typeof NoticeKind>
export type Shown = z.infer<typeof Notification>
export type Settings = z.infer<typeof NoticeSettings>

/** What each kind is called, in a list and where it is switched on and off; partners and staff are told of other things. */
export const KINDS: Record<Kind, { label: string; hint: { partner: string; staff: string }; icon: LucideIcon }> = {
  ticket_opened: {
    label: 'New tickets',
    hint: {
      partner: 'One was opened for you, or you were added to it.',
      staff: 'A partner opened one that is yours or nobody’s yet.',
    },
    icon: Inbox,
  },
  ticket_reply: {
    label: 'Replies',
    hint: {
      partner: 'On tickets that you opened or watch.',
      staff: 'By partners, on tickets that are yours, nobody’s or that you watch.',
    },
    icon: MessageSquare,
  },
  ticket_note: {
    label: 'Internal notes',
    hint: { partner: '', staff: 'On tickets that are yours or that you watch.' },
    icon: NotebookPen,
  },
  ticket_mention: {
    label: 'Mentions',
    hint: { partner: 'Somebody named you with @.', staff: 'Somebody named you with @.' },
    icon: AtSign,
  },
  ticket_status: {
    label: 'Status changes',
    hint: {
      partner: 'Resolved, closed, reopened, or waiting for you.',
      staff: 'A partner reopened a ticket that is yours or nobody’s.',
    },
    icon: CircleDot,
  },
  ticket_assigned: {
    label: 'Assignments',
    hint: { partner: '', staff: 'Somebody assigned a ticket to you.' },
    icon: UserRoundCheck,
  },
  ticket_sla: {
    label: 'Service level warnings',
    hint: { partner: '', staff: 'Three quarters of the time are gone, or all of it.' },
    icon: Timer,
  },
  ticket_estimate: {
    label: 'Estimates',
    hint: {
      partner: 'One waits for an owner to approve it.',
      staff: 'An owner approved or declined one.',
    },
    icon: Hourglass,
  },
  ticket_rating: {
    label: 'Ratings',
    hint: { partner: '', staff: 'A partner rated a ticket of yours.' },
    icon: Star,
  },
}
