// Used only by the test cluster, which exists for one run.
export const APP_SECRET = 'a secret of the tests and of nothing else'
export const OWNER_PASSWORD = 'owner-of-the-test-databases'
export const TEMPLATE = 'portal_template'
