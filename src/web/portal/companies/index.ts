export { PictureAvatar } from './picture-avatar.tsx'
export { PicturePicker } from './picture-picker.tsx'
export { usePicture } from './pictures.ts'
