// The module's public API.
export { CardSection } from './card-section.tsx'
export { CompanyBilling } from './company-billing.tsx'
export { PacksView } from './packs-view.tsx'
export { PayByCard } from './pay-by-card.tsx'
export { RevenueView } from './revenue-view.tsx'
