/** The job that mails a lead to the team or acknowledges it to its sender. */
export const MAIL_LEAD = 'companies.mail-lead'
export type MailLead = { companyId: string; leadId: string; to: 'team' | 'sender' }
