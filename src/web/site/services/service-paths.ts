import { hourlyConsulting, pathGroups } from '../paths.ts'

/** The paths of all service pages. `service-page.tsx` renders them, and their texts are in `content/pages`. */
export const servicePaths = [
  ...new Set([
    ...Object.values(pathGroups).flatMap((group) => group.items.map((item) => item.to)),
    hourlyConsulting.to,
  ]),
]
