// Of the test cluster only; it lives as long as one run.
export const APP_SECRET = 'a secret of the tests and of nothing else'
export const OWNER_PASSWORD = 'owner-of-the-test-databases'
export const TEMPLATE = 'portal_template'
