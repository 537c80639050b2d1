import { everyone } from '../../contract/base.ts'
import { ProjectFilter } from '../../contract/projects.ts'
import { csvRoute } from '../platform/csv-route.ts'
import { filtered, orderValue } from './filter.ts'
import { presentRow, ref } from './present.ts'

/** `GET /projects.csv` with the filters of the list. */
export const exportProjects = csvRoute({
  path: '/projects.csv',
  roles: everyone,
  tag: 'projects',
  operationId: 'projects.export',
  summary: 'The projects that pass the filters of the list, as CSV',
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
    'Waiting',
    'Budget minutes',
    'Used minutes',
    'Changed',
  ],
  page: (db, actor, filter, after, limit) => filtered(db, actor, filter, after, limit).execute(),
  at: (row, filter) => ({ value: orderValue(filter.sort, row), id: row.id }),
  cells: (row) => {
    const p = presentRow(row)
    return [
      ref(p.number),
      p.name,
      p.company.name,
      p.status,
      p.health,
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
