// The part of the door that whoever only lets something be paid needs: the whole would bring every list along.
export { PayByCard } from '../pay-by-card.tsx'
