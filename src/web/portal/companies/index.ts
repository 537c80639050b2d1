export { PicturePicker } from './picture-picker.tsx'
