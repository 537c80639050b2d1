import { contract } from '../../contract/index.ts'
import { removePicture } from '../files/index.ts'
import { action } from '../platform/http/action.ts'

/** Removes the logo of the actor's company; does nothing when there is none. */
export const removeLogo = action(contract.companies.removeLogo, (context) => removePicture(context, 'logo'))

/** Removes the actor's photo; does nothing when there is none. */
export const removePhoto = action(contract.companies.removePhoto, (context) => removePicture(context, 'photo'))
