/** Number of people without an account whom a company that is not approved can have us ask for permission per day. */
export const QUESTIONS_A_DAY = 20
/** The same limit for a company that may have mail sent to them. */
export const QUESTIONS_A_DAY_APPROVED = 500
/** Number of invitations that a company that is not approved can send per day. */
export const INVITATIONS_A_DAY = 20
/** Days after which a person who did not answer can be asked again. */
export const ASK_AGAIN_DAYS = 30
