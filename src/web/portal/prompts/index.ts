export { ModelChoice } from './model-choice.tsx'
