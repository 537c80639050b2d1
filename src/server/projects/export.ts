import { everyone } from '../../contract/base.ts'
import { ProjectFilter } from '../../contract/projects/index.ts'
import { csvRoute } from '../platform/http/csv-route.ts'
import { HEALTH, PROJECTS } from './company-export.ts'
import { filterProjects, orderValue } from './filter.ts'
import { presentProjectRow, projectRef } from './present.ts'

/** Handles `GET /projects.csv`, with the filters of the list. */
export const exportProjects = csvRoute({
  path: '/projects.csv',
  roles: everyone,
  tag: 'projects',
  operationId: 'projects.export',
  summary: 'Export projects that match the filters, as CSV',
  filter: ProjectFilter,
  head: [
    'Number',
    'Name',
    'Company',
    'Status',
    'Health',
    'Lead',
    'Start',
    'Due',
    'Tasks done',
    'Tasks',
    'Tasks waiting on partner',
    'Budget minutes',
    'Used minutes',
    'Updated',
  ],
  page: (db, actor, filter, after, limit) => filterProjects(db, actor, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
  cells: (row) => {
    const p = presentProjectRow(row)
    return [
      projectRef(p.number),
      p.name,
      p.company.name,
      PROJECTS[p.status],
      p.health && HEALTH[p.health],
      p.lead.name,
      p.startsOn,
      p.dueOn,
      p.tasksDone,
      p.tasksTotal,
      p.waiting,
      p.budgetMinutes,
      p.usedMinutes,
      p.updatedAt,
    ]
  },
})
