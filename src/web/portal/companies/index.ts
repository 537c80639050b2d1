export { ApproveMailButton } from './approve-mail-button.tsx'
export { PicturePicker } from './picture-picker.tsx'
