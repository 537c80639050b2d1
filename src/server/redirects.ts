/** Paths that moved permanently, with their new paths. Redirected with 301; the query string is kept. */
export const REDIRECTS: Record<string, string> = {
  '/dashboard': '/apps-automations',
  '/msp': '/msp-full-partnership',
  '/msp-billing-reconciliation': '/msp-connect-systems',
  '/msp-ai-doc-sync': '/msp-connect-systems',
  '/msp-rmm-optimization': '/msp-rmm-fine-tuning',
  '/build-a-bot': '/vendors-add-ai',
  '/ai-phone': '/vendors-add-ai',
  '/ai-support-onboarding': '/vendors-add-ai',
  '/build-a-saas': '/vendors-build-app',
  '/ai-architecture': '/vendors-vcto',
  '/ai-vcto': '/vendors-vcto',
  '/build-an-integration': '/vendors-integrate',
}
