import { hourlyConsulting, pathGroups } from './paths.ts'

/** The address of every service page; all are shown by `service-page.tsx`, their texts stand in `content/pages`. */
export const servicePaths = [
  ...new Set([
    ...Object.values(pathGroups).flatMap((group) => group.items.map((item) => item.to)),
    hourlyConsulting.to,
  ]),
]
