// The part of the door that the way from a purchase to the first run needs: the whole would bring every list along.
export { AnswersList } from '../answers-list.tsx'
export { automationOptions } from '../automation-queries.ts'
export { IntakeForm } from '../intake-form.tsx'
export { SetupSteps } from '../setup-steps.tsx'
