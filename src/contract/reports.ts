import { z } from 'zod'
import { dayOf, everyone, Id, Instant, op, page, pageOf, partners, type Role, staff } from './base.ts'
import { FIGURE_KEYS, TABLE_KEYS, UNITS } from './report-figures.ts'

const Day = dayOf('Enter a date as YYYY-MM-DD.')
const owners: Role[] = ['owner']

export const SECTIONS = ['tickets', 'hours', 'automations', 'projects', 'companies', 'workload', 'revenue'] as const
export const Section = z.enum(SECTIONS, 'Choose a section.')

const Named = z.object({ id: Id, name: z.string() })
const Value = z.number().nullable()

export const ReportFigure = z.object({
  key: z.enum(FIGURE_KEYS),
  /** Null when there is nothing to calculate it from. */
  value: Value,
  /** The value of the previous period. Also null when nothing is compared. */
  before: Value,
})
export const ReportTable = z.object({
  key: z.enum(TABLE_KEYS),
  /** The figures in its columns. Money is omitted for readers who may not see it. */
  columns: z.array(z.enum(FIGURE_KEYS)),
  rows: z.array(
    z.object({
      /** The client, company, automation, project or person of the row, or the first day for rows that are periods. */
      id: z.string().nullable(),
      name: z.string(),
      values: z.array(Value),
    }),
  ),
})
export const ReportSection = z.object({
  key: Section,
  figures: z.array(ReportFigure),
  tables: z.array(ReportTable),
  /** Sentences shown beside the figures, such as how long the hours will last. */
  notes: z.array(z.string()),
})
/** The definition of a figure, as shown beside it. */
const Definition = z.object({
  name: z.string(),
  unit: z.enum(UNITS),
  means: z.string(),
  /** Whether a lower value is better. */
  less: z.boolean().optional(),
  /** Whether neither a lower nor a higher value is better. */
  neutral: z.boolean().optional(),
  /** Whether the value is the current one, whatever the period is. */
  now: z.boolean().optional(),
})
const Period = z.object({ from: z.iso.date(), to: z.iso.date(), name: z.string() })

export const Report = z.object({
  /** Null for all companies. */
  company: Named.nullable(),
  client: Named.nullable(),
  period: Period,
  /** Null when nothing is compared. */
  before: Period.nullable(),
  /** The time zone in which days are counted. */
  timeZone: z.string(),
  /** False when so much changed at once that some days are still being calculated. Ask again in a few seconds. */
  complete: z.boolean(),
  /** Sentences that are generated from the figures by rules. */
  summary: z.array(z.string()),
  sections: z.array(ReportSection),
  /** Definitions of every figure and table in the report, by key. */
  definitions: z.record(z.string(), Definition),
  headings: z.record(z.string(), z.object({ title: z.string(), first: z.string() })),
  /** Companies at risk of leaving, with every reason. Only for staff who look at all companies. */
  risks: z.array(z.object({ company: Named, reasons: z.array(z.string()) })).nullable(),
  can: z.object({
    /** See costs and revenue. */
    money: z.boolean(),
    /** Switch the monthly mail on and off. */
    mail: z.boolean(),
  }),
})

const flag = z
  .enum(['true', 'false'], 'Enter true or false.')
  .or(z.boolean())
  .default(true)
  .transform((v) => v === true || v === 'true')
/** The scope of a report. */
export const ReportFilter = z.object({
  /** For staff: one company. Omitted for all companies. */
  company: Id.optional(),
  /** One client of the company. */
  client: Id.optional(),
  /** First and last day, both included. Default: the current month to date. */
  from: Day.optional(),
  to: Day.optional(),
  /** Compare with the previous period. */
  compare: flag,
})
/** Longest period in days: three years including a leap day. */
export const MOST_DAYS = 1096

const Recipient = z.object({
  id: Id,
  name: z.string(),
  /** Null when the person has no address. Nothing is sent then. */
  email: z.string().nullable(),
  /**
   * When the person unsubscribed. They get the mail again only after they are removed from the list and added again.
   */
  leftAt: Instant.nullable(),
})
export const ReportMail = z.object({
  id: Id,
  company: Named,
  /** Null for the report of the company itself. */
  client: Named.nullable(),
  /** Contacts of the client, or users of the company. */
  recipients: z.array(Recipient),
  /** The day on which the next mail is sent, from 6 a.m. in the company's time zone. */
  nextOn: z.iso.date(),
  consentAt: Instant,
  lastSentAt: Instant.nullable(),
  version: z.number().int(),
})
export const ReportSend = z.object({
  id: Id,
  company: Named,
  client: Named.nullable(),
  /** First day of the month that it covered. */
  month: z.iso.date(),
  name: z.string(),
  email: z.string(),
  sentAt: Instant,
})
/** Maximum number of recipients of a mail. */
export const RECIPIENTS_MAX = 20

export const reports = {
  get: op('GET', '/reports', {
    roles: everyone,
    scope: 'company:read',
    tag: 'reports',
    summary: 'Get a report for a period: tickets, hours, automations and projects; staff can report on all companies',
  })
    .input(ReportFilter)
    .output(Report),
  paper: op('POST', '/reports/papers', {
    roles: everyone,
    creates: true,
    tag: 'reports',
    summary:
      'Get the ID for requesting a report PDF for a company or client and a period; repeated calls return the same ID',
  })
    .input(
      z.object({
        company: Id.optional(),
        client: Id.nullable().optional(),
        from: Day,
        to: Day,
      }),
    )
    .output(z.object({ id: Id })),
  mails: op('GET', '/reports/mails', {
    roles: [...partners, ...staff],
    tag: 'reports',
    summary: 'List active monthly email reports; staff can filter by company',
  })
    .input(z.object({ company: Id.optional() }))
    .output(z.object({ items: z.array(ReportMail) })),
  setMail: op('PUT', '/reports/mails', {
    roles: owners,
    tag: 'reports',
    summary: 'Turn on a monthly email report for the company or a client, or change its recipients',
  })
    .input(
      z.object({
        /** Null for the company itself. */
        client: Id.nullable(),
        /** Contacts of the client, or users of the company. */
        recipients: z
          .array(Id)
          .min(1, 'Choose at least one person.')
          .max(RECIPIENTS_MAX, `Choose at most ${RECIPIENTS_MAX} people.`),
        /** Confirms that these people agreed to get the report. */
        consent: z.literal(true, 'Confirm that these people agreed to get the report.'),
        /** The version of the mail that is changed. Omitted for a new one. */
        version: z.number().int().optional(),
      }),
    )
    .output(ReportMail),
  removeMail: op('DELETE', '/reports/mails/{id}', {
    roles: owners,
    tag: 'reports',
    summary: 'Turn off a monthly email report; sent reports stay listed',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ deleted: z.literal(true) })),
  preview: op('GET', '/reports/mails/preview', {
    roles: partners,
    tag: 'reports',
    summary: 'Preview the monthly email report for last month',
  })
    .input(z.object({ client: Id.optional() }))
    .output(
      z.object({
        from: z.string(),
        subject: z.string(),
        lines: z.array(z.string()),
        /** The period to request the PDF with. */
        period: Period,
        /** `missing`: the company has no logo. `unsupported`: its logo is a WebP, which the PDF cannot show. */
        logo: z.enum(['drawn', 'missing', 'unsupported']),
      }),
    ),
  sends: op('GET', '/reports/sends', {
    roles: everyone,
    tag: 'reports',
    summary: 'List sent monthly reports, newest first; partners see their own',
  })
    .input(z.object({ company: Id.optional(), ...page }))
    .output(pageOf(ReportSend)),
}
