// Labels for the contract's enums on the time screens.
import type { FreeReason, WorkType } from './model.ts'

export const workLabels: Record<WorkType, string> = {
  remote: 'Remote support',
  development: 'Development',
  consulting: 'Consulting',
  after_hours: 'After hours',
}
export const workTypes = Object.keys(workLabels) as WorkType[]

export const freeLabels: Record<FreeReason, string> = {
  own_mistake: 'Our own mistake',
  repair: 'Repair or setup of our automation',
  goodwill: 'Goodwill',
}
export const freeReasons = Object.keys(freeLabels) as FreeReason[]
