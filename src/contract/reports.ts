import { z } from 'zod'
import { everyone, Id, Instant, op, page, pageOf, partners, type Role, staff } from './base.ts'
import { FIGURE_KEYS, TABLE_KEYS, UNITS } from './report-figures.ts'

const Day = z.iso.date('Give a day as YYYY-MM-DD.')
const owners: Role[] = ['owner']

export const SECTIONS = ['tickets', 'hours', 'automations', 'projects', 'companies', 'workload', 'revenue'] as const
export const Section = z.enum(SECTIONS, 'Choose a section.')

const Named = z.object({ id: Id, name: z.string() })
const Value = z.number().nullable()

export const ReportFigure = z.object({
  key: z.enum(FIGURE_KEYS),
  /** Null: there is nothing to reckon it from. */
  value: Value,
  /** Of the period before; null also when nothing is compared. */
  before: Value,
})
export const ReportTable = z.object({
  key: z.enum(TABLE_KEYS),
  /** The figures of its columns; money is left out for who sees none. */
  columns: z.array(z.enum(FIGURE_KEYS)),
  rows: z.array(
    z.object({
      /** The end client, company, automation or person of the row; a first day for rows of a time. */
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
  /** What is worth saying beside the figures, such as how long the hours will last. */
  notes: z.array(z.string()),
})
/** What a figure is, in the words that stand beside it. */
const Definition = z.object({
  name: z.string(),
  unit: z.enum(UNITS),
  means: z.string(),
  /** Less of it is better; neither is; it is of now, whatever period is shown. */
  less: z.boolean().optional(),
  neutral: z.boolean().optional(),
  now: z.boolean().optional(),
})
const Period = z.object({ from: z.iso.date(), to: z.iso.date(), name: z.string() })

export const Report = z.object({
  /** Null: all companies. */
  company: Named.nullable(),
  client: Named.nullable(),
  period: Period,
  /** Null: nothing is compared. */
  before: Period.nullable(),
  /** Whose days are counted. */
  timeZone: z.string(),
  /** False: so much changed at once that some days are still being reckoned; ask again in a few seconds. */
  complete: z.boolean(),
  /** Plain sentences, written by rules from the figures. */
  summary: z.array(z.string()),
  sections: z.array(ReportSection),
  /** Of every figure and every table in it, by their keys. */
  definitions: z.record(z.string(), Definition),
  headings: z.record(z.string(), z.object({ title: z.string(), first: z.string() })),
  /** Only for staff who look at all companies: which are at risk of leaving, with every reason. */
  risks: z.array(z.object({ company: Named, reasons: z.array(z.string()) })).nullable(),
  can: z.object({
    /** See what things cost and bring. */
    money: z.boolean(),
    /** Switch the monthly mail on and off. */
    mail: z.boolean(),
  }),
})

const flag = z
  .enum(['true', 'false'], 'Say true or false.')
  .or(z.boolean())
  .default(true)
  .transform((v) => v === true || v === 'true')
/** What a report is of. */
export const ReportFilter = z.object({
  /** Staff: one company; without it, all. */
  company: Id.optional(),
  /** One end client of the company. */
  client: Id.optional(),
  /** First and last day; both belong to it. Without them the month so far. */
  from: Day.optional(),
  to: Day.optional(),
  /** With the period before. */
  compare: flag,
})
/** The longest period, in days: three years with their leap day. */
export const MOST_DAYS = 1096

const Recipient = z.object({
  id: Id,
  name: z.string(),
  /** Null: there is none, and nothing is sent. */
  email: z.string().nullable(),
  /** Took themselves off; only they come back by being put on the list again. */
  leftAt: Instant.nullable(),
})
export const ReportMail = z.object({
  id: Id,
  company: Named,
  /** Null: the report of the company itself. */
  client: Named.nullable(),
  /** Contacts of the end client, or people of the company. */
  recipients: z.array(Recipient),
  /** The next one goes out in the first hours of this day, in the company's time zone. */
  nextOn: z.iso.date(),
  consentAt: Instant,
  lastSentAt: Instant.nullable(),
  version: z.number().int(),
})
export const ReportSend = z.object({
  id: Id,
  company: Named,
  client: Named.nullable(),
  /** First day of the month it told of. */
  month: z.iso.date(),
  name: z.string(),
  email: z.string(),
  sentAt: Instant,
})
/** Recipients of one mail at most. */
export const RECIPIENTS_MAX = 20

export const reports = {
  get: op('GET', '/reports', {
    roles: everyone,
    scope: 'company:read',
    tag: 'reports',
    summary:
      'Figures of a period: tickets, hours, automations, projects; staff also of all companies, with workload and risks',
  })
    .input(ReportFilter)
    .output(Report),
  paper: op('POST', '/reports/papers', {
    roles: everyone,
    creates: true,
    tag: 'reports',
    summary:
      'What a PDF is asked for by: a company or an end client, and a period; the same question gives the same id',
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
    summary: 'Monthly reports by mail that are switched on; staff name a company',
  })
    .input(z.object({ company: Id.optional() }))
    .output(z.object({ items: z.array(ReportMail) })),
  setMail: op('PUT', '/reports/mails', {
    roles: owners,
    tag: 'reports',
    summary: 'Switch the monthly mail on, or change who gets it: of the company, or of an end client to contacts there',
  })
    .input(
      z.object({
        /** Null: the company itself. */
        client: Id.nullable(),
        /** Contacts of the end client, or people of the company. */
        recipients: z
          .array(Id)
          .min(1, 'Choose at least one person.')
          .max(RECIPIENTS_MAX, `At most ${RECIPIENTS_MAX} people.`),
        /** That they agreed to get it. */
        consent: z.literal(true, 'Confirm that these people agreed to get the report.'),
        /** Of the one that is changed. */
        version: z.number().int().optional(),
      }),
    )
    .output(ReportMail),
  removeMail: op('DELETE', '/reports/mails/{id}', {
    roles: owners,
    tag: 'reports',
    summary: 'Switch a monthly mail off; what went out stays listed',
  })
    .input(z.object({ id: Id }))
    .output(z.object({ deleted: z.literal(true) })),
  preview: op('GET', '/reports/mails/preview', {
    roles: partners,
    tag: 'reports',
    summary: 'What the monthly mail of last month says: its subject and text',
  })
    .input(z.object({ client: Id.optional() }))
    .output(
      z.object({
        from: z.string(),
        subject: z.string(),
        lines: z.array(z.string()),
        /** What the PDF is asked for by. */
        period: Period,
        /** The company's logo cannot be drawn: it is missing, or a WebP. */
        logo: z.enum(['drawn', 'missing', 'unsupported']),
      }),
    ),
  sends: op('GET', '/reports/sends', {
    roles: everyone,
    tag: 'reports',
    summary: 'Monthly reports that went out, newest first; partners: their own',
  })
    .input(z.object({ company: Id.optional(), ...page }))
    .output(pageOf(ReportSend)),
}
