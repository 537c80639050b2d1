// What other rooms show of this one.
export { DocumentButton } from './document-button.tsx'
