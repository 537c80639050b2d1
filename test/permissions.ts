import { type Access, ROLES } from '../src/contract/base.ts'
import { contract } from '../src/contract/index.ts'
import { plainRoutes } from '../src/server/router.ts'

type Declared = { '~orpc': { meta: Access; route: { method?: string; path?: string; summary?: string } } }

/** The text of docs/permissions.md: every operation and who may call it. */
export function permissionsDocument(): string {
  const operations = [
    ...Object.values(contract).flatMap((room) =>
      Object.values(room as Record<string, Declared>).map(({ '~orpc': { meta, route } }) => ({
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

Who may call which operation, below \`/api/v1\`. This page is written from the contract by \`npm run docs\`; a test compares
the two. Partners (\`member\`, \`owner\`) only ever see their own company: the database itself keeps the others from them
(\`migrations/\`, procedure \`fence\`). A partner without a role is a \`member\`, an employee of the provider without one an
\`engineer\`. What may be done with one thing in its present state (\`can\` in the answers) is decided by the \`policy.ts\` of
its room. With a company's API key (header \`x-api-key\`) an operation can be called when the key was made for the scope named
here. An administrator who looks as somebody else may call what reads and nothing that changes.

| operation | ${ROLES.join(' | ')} | API key | what it does |
|---|${ROLES.map(() => '---').join('|')}|---|---|
${rows.join('\n')}
`
}
