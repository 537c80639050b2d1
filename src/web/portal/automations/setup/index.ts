// The part of the public API that purchases need. A separate entry point, so that importing it does not bundle the
// lists.

export { automationOptions } from '../automation-queries.ts'
export { AnswersList } from './answers-list.tsx'
export { IntakeForm } from './intake-form.tsx'
export { SetupSteps } from './setup-steps.tsx'
