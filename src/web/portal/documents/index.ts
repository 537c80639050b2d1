// The module's public API.
export { DocumentButton } from './document-button.tsx'
