import { ProjectFilter } from '../../contract/projects/index.ts'
import type { Actor, Db } from '../platform/database/db.ts'
import { type SearchResult, toHit } from '../platform/search/search-providers.ts'
import { PROJECTS } from './company-export.ts'
import { filterProjects } from './filter.ts'
import { projectRef } from './present.ts'

/** Returns projects whose number, name or company matches, for the command palette. Last changed first. */
export async function findProjects(db: Db, actor: Actor, words: string, limit: number): Promise<SearchResult> {
  const rows = await filterProjects(db, actor, ProjectFilter.parse({ q: words }), undefined, limit).execute()
  return {
    items: rows.map((r) =>
      toHit(words, {
        kind: 'project',
        id: r.id,
        title: r.name,
        detail: [projectRef(r.number), actor.kind === 'staff' && r.company, PROJECTS[r.status]]
          .filter(Boolean)
          .join(' · '),
        path: `/my-projects/${r.id}`,
      }),
    ),
  }
}
