// The part of the door that whoever lets something be signed needs: the whole would bring every list along.
export { SignFields } from './sign-fields.tsx'
