// The module's public API.

export { CompanyBilling } from './company-billing.tsx'
export { RevenueView } from './invoices/revenue-view.tsx'
export { PacksView } from './packs/packs-view.tsx'
export { CardSection } from './payments/card-section.tsx'
export { PayByCard } from './payments/pay-by-card.tsx'
