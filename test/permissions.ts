import { type Access, ROLES } from '../src/contract/base.ts'
import { contract } from '../src/contract/index.ts'
import { plainRoutes } from '../src/server/composition.ts'

type Declared = { '~orpc': { meta: Access; route: { method?: string; path?: string; summary?: string } } }

/** Returns the text of docs/permissions.md, which lists every operation and who may call it. */
export function permissionsDocument(): string {
  const operations = [
    ...Object.values(contract).flatMap((module) =>
      Object.values(module as Record<string, Declared>).map(({ '~orpc': { meta, route } }) => ({
        method: route.method ?? '',
        path: route.path ?? '',
        summary: route.summary ?? '',
        roles: meta.roles,
        scope: meta.scope,
      })),
    ),
    ...plainRoutes.map((r) => ({
      method: r.method.toUpperCase(),
      path: r.path,
      summary: (r.document as { summary: string }).summary,
      roles: r.roles,
      scope: r.scope,
    })),
  ].sort((a, b) => (a.path === b.path ? (a.method < b.method ? -1 : 1) : a.path < b.path ? -1 : 1))
  const rows = operations.map((o) => {
    const cells =
      o.roles.length === 0
        ? ['public', ...ROLES.slice(1).map(() => 'public')]
        : ROLES.map((r) => (o.roles.includes(r) ? 'yes' : '·'))
    return `| \`${o.method} ${o.path}\` | ${cells.join(' | ')} | ${o.scope ? `\`${o.scope}\`` : '·'} | ${o.summary} |`
  })
  return `# Permissions

Who may call which operation, below \`/api/v1\`. This page is generated from the contract by \`npm run docs\`, and a test
compares the two.

- Partners (\`member\`, \`owner\`) see only their own company. The database hides all others from them
  (\`database/\`, procedure \`enforce_row_level_security\`).
- A partner's user without a role is a \`member\`. A staff member without a role is an \`engineer\`.
- The \`policy.ts\` of each module decides what a user can do with a record in its current state (\`can\` in responses).
- A company's API key (header \`x-api-key\`) can call an operation if it has the scope in the column "API key".
- An administrator who is viewing as another user can only read.

| operation | ${ROLES.join(' | ')} | API key | what it does |
|---|${ROLES.map(() => '---').join('|')}|---|---|
${rows.join('\n')}
`
}
