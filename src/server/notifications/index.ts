export { previewRoute } from './preview.ts'
export { notifications } from './router.ts'
