// The contract's shapes as types, so that no schema is bundled for the browser.
import type { z } from 'zod'
import type * as automations from '../../../contract/automations/index.ts'
import type * as contract from '../../../contract/projects/index.ts'
import type { Shape, Tone } from '../../ui/status.tsx'

export type Project = z.infer<typeof contract.Project>
export type ProjectRow = z.infer<typeof contract.ProjectRow>
export type Plan = z.infer<typeof contract.Plan>
export type Phase = z.infer<typeof contract.Phase>
export type TaskRow = z.infer<typeof contract.TaskRow>
export type Task = z.infer<typeof contract.Task>
export type Act = z.infer<typeof contract.ProjectAct>
export type Template = z.infer<typeof contract.ProjectTemplate>
export type Status = ProjectRow['status']
export type Health = NonNullable<ProjectRow['health']>
export type TaskStatus = TaskRow['status']
export type Side = TaskRow['side']

export type Look = { label: string; partner?: string; tone: Tone; shape?: Shape }
export const projectStatuses = ['planned', 'active', 'waiting_on_partner', 'on_hold', 'done', 'canceled'] as const
/** How each status is shown. Partners see their own wording. */
export const projectStatusLooks: Record<Status, Look> = {
  planned: { label: 'Planned', tone: 'neutral' },
  active: { label: 'Active', tone: 'info' },
  waiting_on_partner: { label: 'Waiting on partner', partner: 'Waiting on you', tone: 'warn' },
  on_hold: { label: 'On hold', tone: 'neutral', shape: 'pause' },
  done: { label: 'Done', tone: 'good' },
  canceled: { label: 'Canceled', tone: 'neutral', shape: 'dash' },
}
export const taskStatuses = ['todo', 'doing', 'waiting_on_partner', 'done'] as const
export const taskLooks: Record<TaskStatus, Look> = {
  todo: { label: 'To do', tone: 'neutral' },
  doing: { label: 'In progress', tone: 'info', shape: 'half' },
  waiting_on_partner: { label: 'Waiting on partner', partner: 'Waiting on you', tone: 'warn' },
  done: { label: 'Done', tone: 'good' },
}
export const healths = ['on_track', 'at_risk', 'delayed'] as const
export const healthLooks: Record<Health, Look> = {
  on_track: { label: 'On track', tone: 'good' },
  at_risk: { label: 'At risk', tone: 'warn', shape: 'alert' },
  delayed: { label: 'Delayed', tone: 'bad' },
}
/** Labels of the statuses of linked automations. */
const automationStatuses: Record<z.infer<typeof automations.InstallationRow>['status'], string> = {
  requested: 'Awaiting setup',
  provisioning: 'Being set up',
  live: 'Live',
  failing: 'Failing',
  paused: 'Paused',
  retired: 'Retired',
}
export const automationStatusLabels: Record<string, string> = automationStatuses

/** Returns a number such as `P-1001`. */
export const formatProjectNumber = (number: number): string => `P-${number}`

/** Parses typed hours into minutes. Returns null for an empty field, undefined for invalid input. */
export function parseHoursField(typed: string): number | null | undefined {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  const minutes = Math.round(Number(text) * 60)
  return Number.isFinite(minutes) && minutes > 0 ? minutes : undefined
}
/** Formats minutes as hours for a form field. */
export const formatHoursField = (minutes: number | null): string =>
  minutes === null ? '' : String(Math.round((minutes / 60) * 100) / 100)
