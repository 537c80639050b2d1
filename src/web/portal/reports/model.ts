import type { client } from '../platform/data/api.ts'

export type Report = Awaited<ReturnType<typeof client.reports.get>>
export type Section = Report['sections'][number]
export type Table = Section['tables'][number]
export type Figure = Section['figures'][number]
/** The label, unit and calculation of a figure. */
export type Definition = Report['definitions'][string]
export type Mail = Awaited<ReturnType<typeof client.reports.mails>>['items'][number]
export type Choice = { id: string; name: string }
/** The parameters of a report. */
export type Asked = { company?: string; client?: string; from?: string; to?: string; compare?: boolean }
