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
import { EXPIRING_DAYS, SOON_PERCENT } from '../../../contract/plain/warnings.ts'

export type Kind = z.infer<typeof NoticeKind>
export type Shown = z.infer<typeof Notification>
export type Settings = z.infer<typeof NoticeSettings>

/** The label of each kind of notification, and a hint for its setting. Partners and staff get different hints. */
export const KINDS: Record<Kind, { label: string; hint: { partner: string; staff: string }; icon: LucideIcon }> = {
  ticket_opened: {
    label: 'New tickets',
    hint: {
      partner: 'A ticket was opened for you, or you were added to one.',
      staff: 'A partner opened a ticket that is unassigned or assigned to you.',
    },
    icon: Inbox,
  },
  ticket_reply: {
    label: 'Replies',
    hint: {
      partner: 'On tickets you opened or watch.',
      staff: 'From partners, on tickets that are unassigned, that are assigned to you or that you watch.',
    },
    icon: MessageSquare,
  },
  ticket_note: {
    label: 'Internal notes',
    hint: { partner: '', staff: 'On tickets that are assigned to you or that you watch.' },
    icon: NotebookPen,
  },
  ticket_mention: {
    label: 'Mentions',
    hint: { partner: 'Someone mentioned you with @.', staff: 'Someone mentioned you with @.' },
    icon: AtSign,
  },
  ticket_status: {
    label: 'Status changes',
    hint: {
      partner: 'A ticket was resolved, closed or reopened, or needs your reply.',
      staff: 'A partner reopened a ticket that is unassigned or assigned to you.',
    },
    icon: CircleDot,
  },
  ticket_assigned: {
    label: 'Assignments',
    hint: { partner: '', staff: 'Someone assigned a ticket to you.' },
    icon: UserRoundCheck,
  },
  ticket_sla: {
    label: 'SLA warnings',
    hint: { partner: '', staff: `${SOON_PERCENT}% or 100% of the time to a deadline has passed.` },
    icon: Timer,
  },
  ticket_estimate: {
    label: 'Estimates',
    hint: {
      partner: 'An estimate needs an owner’s approval.',
      staff: 'An owner approved or declined an estimate.',
    },
    icon: Hourglass,
  },
  ticket_rating: {
    label: 'Ratings',
    hint: { partner: '', staff: 'A partner rated one of your tickets.' },
    icon: Star,
  },
  hours_low: {
    label: 'Low hours',
    hint: { partner: 'You’ve used 80% or 95% of your hours.', staff: 'A partner has used 80% or 95% of its hours.' },
    icon: Hourglass,
  },
  hours_expiring: {
    label: 'Expiring hours',
    hint: {
      partner: `Unused hours expire within ${EXPIRING_DAYS} days.`,
      staff: `A partner’s hours expire within ${EXPIRING_DAYS} days.`,
    },
    icon: Hourglass,
  },
  hours_granted: {
    label: 'New hours',
    hint: { partner: 'New hours are available.', staff: '' },
    icon: Hourglass,
  },
  hours_finding: {
    label: 'Hours discrepancies',
    hint: { partner: '', staff: 'The nightly check of hours found a discrepancy, or a job failed and is on hold.' },
    icon: Hourglass,
  },
  agreement_to_sign: {
    label: 'Agreements to sign',
    hint: { partner: 'An agreement or an amendment was sent to you.', staff: '' },
    icon: Signature,
  },
  agreement_answered: {
    label: 'Responses to agreements',
    hint: { partner: '', staff: 'A partner signed an agreement or requested changes.' },
    icon: Signature,
  },
  agreement_changed: {
    label: 'Agreement updates',
    hint: { partner: 'An agreement was signed, started, renewed, recalled or canceled, or has ended.', staff: '' },
    icon: FileText,
  },
  agreement_ending: {
    label: 'Ending agreements',
    hint: {
      partner: 'An agreement will soon end or renew automatically.',
      staff: 'A partner’s agreement will soon end or renew automatically.',
    },
    icon: CalendarClock,
  },
  invoice_issued: {
    label: 'New invoices',
    hint: { partner: 'Your company received an invoice.', staff: '' },
    icon: ReceiptText,
  },
  invoice_reminder: {
    label: 'Invoice reminders',
    hint: { partner: 'On the due date, and 7 and 14 days after it.', staff: '' },
    icon: ReceiptText,
  },
  invoice_paid: {
    label: 'Payments',
    hint: { partner: 'We received your payment. Includes the receipt.', staff: 'A partner paid an invoice.' },
    icon: Receipt,
  },
  payment_failed: {
    label: 'Failed payments',
    hint: { partner: 'Your card was declined.', staff: 'A partner’s card was declined.' },
    icon: CreditCard,
  },
  invoice_refunded: {
    label: 'Refunds',
    hint: { partner: 'A refund is on its way to you.', staff: '' },
    icon: Receipt,
  },
  top_up: {
    label: 'Automatic top-ups',
    hint: { partner: 'A top-up was purchased, needs your approval, or was stopped.', staff: '' },
    icon: BatteryCharging,
  },
  automation_failing: {
    label: 'Failing automations',
    hint: {
      partner: 'Too many runs failed, or an expected run did not arrive.',
      staff: 'A partner’s automation fails too often or missed a run. We opened a ticket.',
    },
    icon: TriangleAlert,
  },
  automation_recovered: {
    label: 'Recovered automations',
    hint: {
      partner: 'A failing automation works again.',
      staff: 'A partner’s failing automation works again.',
    },
    icon: Workflow,
  },
  automation_changed: {
    label: 'Automation updates',
    hint: {
      partner: 'An automation went live, was paused or retired, or got an API key.',
      staff: 'A partner asked to pause or resume an automation.',
    },
    icon: Workflow,
  },
  automation_wanted: {
    label: 'Purchase requests',
    hint: { partner: 'Someone at your company asked you to buy an automation.', staff: '' },
    icon: ShoppingCart,
  },
  automation_bought: {
    label: 'Purchased automations',
    hint: {
      partner: 'Your company bought an automation and has setup questions to answer.',
      staff: 'A partner bought an automation.',
    },
    icon: ShoppingCart,
  },
  automation_answered: {
    label: 'Automations to set up',
    hint: { partner: '', staff: 'A partner answered the setup questions of an automation.' },
    icon: ClipboardCheck,
  },
  automation_undone: {
    label: 'Refunded automations still running',
    hint: { partner: '', staff: 'An automation’s order was refunded, but the automation still runs.' },
    icon: TriangleAlert,
  },
  automation_connection: {
    label: 'Connections',
    hint: { partner: '', staff: 'An automation’s credential expires within 30 days or has stopped working.' },
    icon: Unplug,
  },
  automation_finding: {
    label: 'Run discrepancies',
    hint: { partner: '', staff: 'The nightly count of runs found a discrepancy.' },
    icon: TriangleAlert,
  },
  report_finding: {
    label: 'Report discrepancies',
    hint: { partner: '', staff: 'The nightly recalculation differs from the figures in a report.' },
    icon: TriangleAlert,
  },
  billing_finding: {
    label: 'Payment discrepancies',
    hint: {
      partner: '',
      staff:
        'A payment or refund failed a check against its invoice or Stripe, a payment is disputed, or remittance details are missing.',
    },
    icon: TriangleAlert,
  },
  project_task: {
    label: 'Project tasks',
    hint: {
      partner: 'A task needs your input, or one of your tasks has a new comment.',
      staff: 'A task was assigned to you, or a partner completed or commented on one.',
    },
    icon: ListTodo,
  },
  project_update: {
    label: 'Project updates',
    hint: {
      partner: 'A project you watch has a new update or status.',
      staff: 'A project you watch has a new update or status.',
    },
    icon: FolderKanban,
  },
  project_done: {
    label: 'Completed projects',
    hint: { partner: 'A project you watch was completed.', staff: 'A project you watch was completed.' },
    icon: FolderKanban,
  },
}
