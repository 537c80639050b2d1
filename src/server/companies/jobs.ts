import type { JobDefinition } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { leadToSender, leadToTeam } from './mail.ts'
import { MAIL_LEAD, type MailLead } from './policy.ts'

/** Mails a lead to the team or acknowledges it to its sender. A day of attempts, each later than the one before. */
export const mailLead: JobDefinition<Platform, MailLead> = {
  name: MAIL_LEAD,
  retries: 14,
  async handler({ db, mail }, { companyId, leadId, to }) {
    const lead = await db.system
      .selectFrom('leads')
      .selectAll()
      .where('company_id', '=', companyId)
      .where('id', '=', leadId)
      .executeTakeFirst()
    // Deleted meanwhile: nobody is written to.
    if (lead) await mail.send(to === 'team' ? leadToTeam(lead) : leadToSender(lead))
  },
}
