import type { JobDefinition, ScheduleDefinition } from '../platform/jobs/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { type FormLead, leadToSender, leadToTeam } from './mail.ts'
import { MAIL_LEAD, MAIL_REMINDER, type MailLead, type MailReminder } from './policy.ts'
import { remindOfNextActions, sendReminder } from './remind.ts'

/** Mails a lead to the team, or a confirmation to its sender. Retries for about a day, with growing delays. */
export const mailLead: JobDefinition<Platform, MailLead> = {
  name: MAIL_LEAD,
  retries: 14,
  async handler({ db, env, mail }, { companyId, leadId, to }, attempt) {
    const lead = await db.system
      .selectFrom('leads')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .executeTakeFirst()
    // The lead was deleted in the meantime.
    if (!lead?.email) return
    const sent = lead as FormLead
    await mail.send(to === 'team' ? leadToTeam(sent, env.publicUrl) : leadToSender(sent), attempt)
  },
}

/**
 * Mails an owner the next actions that are overdue on a day. Retries for half a day at most, because the next day has
 * its own mail.
 */
export const mailReminder: JobDefinition<Platform, MailReminder> = {
  name: MAIL_REMINDER,
  retries: 12,
  handler: sendReminder,
}

/** Sends the reminders of owners in whose time zone it is morning. Runs every hour. */
export const remindOwners: ScheduleDefinition<Platform> = {
  name: 'leads.remind',
  cron: '7 * * * *',
  handler: (platform) => remindOfNextActions(platform),
}
