import type { JobDefinition, ScheduleDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { type FormLead, leadToSender, leadToTeam } from './mail.ts'
import { MAIL_LEAD, MAIL_REMINDER, type MailLead, type MailReminder } from './policy.ts'
import { remind, sendReminder } from './remind.ts'

/** Mails a lead to the team or acknowledges it to its sender. A day of attempts, each later than the one before. */
export const mailLead: JobDefinition<Platform, MailLead> = {
  name: MAIL_LEAD,
  retries: 14,
  async handler({ db, env, mail }, { companyId, leadId, to }) {
    const lead = await db.system
      .selectFrom('leads')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .executeTakeFirst()
    // Deleted meanwhile: nobody is written to.
    if (!lead?.email) return
    const sent = lead as FormLead
    await mail.send(to === 'team' ? leadToTeam(sent, env.publicUrl) : leadToSender(sent))
  },
}

/** Mails somebody the overdue next actions of a day. Half a day of attempts: the next day has a mail of its own. */
export const mailReminder: JobDefinition<Platform, MailReminder> = {
  name: MAIL_REMINDER,
  retries: 12,
  handler: sendReminder,
}

/** Looks every hour whose morning it is. */
export const remindOwners: ScheduleDefinition<Platform> = {
  name: 'leads.remind',
  cron: '7 * * * *',
  handler: (platform) => remind(platform),
}
