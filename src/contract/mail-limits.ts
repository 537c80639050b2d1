/**
 * Number of mails per day to people without an account that a company can have us send until it is approved: questions
 * and invitations together. Also the limit of each of its users, over all their companies.
 */
export const OUTSIDE_MAILS_A_DAY = 20
/** Number of people without an account whom an approved company can have us ask for permission per day. */
export const QUESTIONS_A_DAY_APPROVED = 500
/** Days after which a person who did not answer can be asked again. */
export const ASK_AGAIN_DAYS = 30
