import { ProjectFilter } from '../../contract/projects.ts'
import type { Actor, Db } from '../platform/db.ts'
import { type Finding, named } from '../platform/finders.ts'
import { filtered } from './filter.ts'
import { ref } from './present.ts'

/** Projects by number, name or company, for the palette: what changed last comes first. */
export async function findProjects(db: Db, actor: Actor, words: string, limit: number): Promise<Finding> {
  const rows = await filtered(db, actor, ProjectFilter.parse({ q: words }), undefined, limit).execute()
  return {
    items: rows.map((r) =>
      named(words, {
        kind: 'project',
        id: r.id,
        title: r.name,
        detail: [ref(r.number), actor.kind === 'staff' && r.company, r.status.replaceAll('_', ' ')]
          .filter(Boolean)
          .join(' · '),
        path: `/my-projects/${r.id}`,
      }),
    ),
  }
}
