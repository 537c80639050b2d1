import {
  AtSign,
  BatteryCharging,
  CalendarClock,
  CircleDot,
  ClipboardCheck,
  CreditCard,
  FileText,
  FolderKanban,
  Hourglass,
  Inbox,
  ListTodo,
  type LucideIcon,
  MessageSquare,
  NotebookPen,
  Receipt,
  ReceiptText,
  ShoppingCart,
  Signature,
  Star,
  Timer,
  TriangleAlert,
  Unplug,
  UserRoundCheck,
  Workflow,
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
  hours_low: {
    label: 'Hours run low',
    hint: { partner: '80 and 95 percent of your hours are used.', staff: 'A partner has used 80 or 95 percent.' },
    icon: Hourglass,
  },
  hours_expiring: {
    label: 'Hours that expire',
    hint: { partner: 'Unused hours expire within 30 days.', staff: 'A partner’s hours expire within 30 days.' },
    icon: Hourglass,
  },
  hours_granted: {
    label: 'New hours',
    hint: { partner: 'Hours are ready to use.', staff: '' },
    icon: Hourglass,
  },
  hours_finding: {
    label: 'Hours that do not add up',
    hint: { partner: '', staff: 'The nightly check of the ledger found a difference.' },
    icon: Hourglass,
  },
  agreement_to_sign: {
    label: 'Agreements to sign',
    hint: { partner: 'One was sent to you, or an amendment of one.', staff: '' },
    icon: Signature,
  },
  agreement_answered: {
    label: 'Answers to agreements',
    hint: { partner: '', staff: 'A partner signed one, or asks for changes.' },
    icon: Signature,
  },
  agreement_changed: {
    label: 'Agreements',
    hint: {
      partner: 'One was signed, began, was renewed, taken back or cancelled.',
      staff: '',
    },
    icon: FileText,
  },
  agreement_ending: {
    label: 'Agreements that end',
    hint: { partner: 'One ends or renews itself soon.', staff: 'One of a partner ends or renews itself soon.' },
    icon: CalendarClock,
  },
  invoice_issued: {
    label: 'New invoices',
    hint: { partner: 'One was made out to your company.', staff: '' },
    icon: ReceiptText,
  },
  invoice_reminder: {
    label: 'Invoice reminders',
    hint: { partner: 'On the due day, and 7 and 14 days after it.', staff: '' },
    icon: ReceiptText,
  },
  invoice_paid: {
    label: 'Payments',
    hint: { partner: 'Your receipt.', staff: 'A partner paid an invoice.' },
    icon: Receipt,
  },
  payment_failed: {
    label: 'Failed payments',
    hint: { partner: 'Your card was refused.', staff: 'A partner’s card was refused.' },
    icon: CreditCard,
  },
  invoice_refunded: {
    label: 'Refunds',
    hint: { partner: 'Money is on its way back to you.', staff: '' },
    icon: Receipt,
  },
  top_up: {
    label: 'Automatic top-ups',
    hint: { partner: 'Bought, waiting for your yes, or stopped.', staff: '' },
    icon: BatteryCharging,
  },
  automation_failing: {
    label: 'Automations that fail',
    hint: {
      partner: 'Too many runs failed, or none came when one was due.',
      staff: 'One of a partner fails too often, or keeps silent. Its ticket is open.',
    },
    icon: TriangleAlert,
  },
  automation_recovered: {
    label: 'Automations that work again',
    hint: { partner: 'One that failed works again.', staff: 'One of a partner that failed works again.' },
    icon: Workflow,
  },
  automation_changed: {
    label: 'Changes of an automation',
    hint: {
      partner: 'It went live, was paused or retired, or got a key.',
      staff: 'A partner asks to pause one, or to let it run again.',
    },
    icon: Workflow,
  },
  automation_wanted: {
    label: 'Wishes of your people',
    hint: { partner: 'Somebody of your company asks you to buy an automation.', staff: '' },
    icon: ShoppingCart,
  },
  automation_bought: {
    label: 'Automations bought',
    hint: { partner: 'Your company bought one; there are questions to answer.', staff: 'A partner bought one.' },
    icon: ShoppingCart,
  },
  automation_answered: {
    label: 'Automations to set up',
    hint: { partner: '', staff: 'A partner answered the questions; the ticket is there.' },
    icon: ClipboardCheck,
  },
  automation_undone: {
    label: 'Orders given back',
    hint: { partner: '', staff: 'The money of an automation went back, and it still runs.' },
    icon: TriangleAlert,
  },
  automation_connection: {
    label: 'Connections',
    hint: { partner: '', staff: 'A credential of an automation ends within 30 days, or stopped working.' },
    icon: Unplug,
  },
  automation_finding: {
    label: 'Runs that do not add up',
    hint: { partner: '', staff: 'The nightly count of runs found a difference.' },
    icon: TriangleAlert,
  },
  report_finding: {
    label: 'Reports that do not add up',
    hint: { partner: '', staff: 'The nightly recount found other figures than a report shows.' },
    icon: TriangleAlert,
  },
  billing_finding: {
    label: 'Payments that do not fit',
    hint: { partner: '', staff: 'An amount or currency differs, or an invoice was paid twice.' },
    icon: TriangleAlert,
  },
  project_task: {
    label: 'Project tasks',
    hint: {
      partner: 'One waits for you, or one of yours has a comment.',
      staff: 'One was given to you, a partner finished one, or said something.',
    },
    icon: ListTodo,
  },
  project_update: {
    label: 'Project updates',
    hint: { partner: 'How a project stands that you watch.', staff: 'How a project stands that you watch.' },
    icon: FolderKanban,
  },
  project_done: {
    label: 'Finished projects',
    hint: { partner: 'A project that you watch is done.', staff: 'A project that you watch is done.' },
    icon: FolderKanban,
  },
}
