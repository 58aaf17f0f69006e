import { coded } from './coded-problem.ts'

export const mapCodes = coded({
  PLACES_UPDATING: { status: 409, sentence: 'The places of recent changes are still being computed. Try again in a moment' },
  AREA_EXPIRED: { status: 410, sentence: 'The drawn area has expired. It is kept for 24 hours: draw it again' },
  TOO_MANY_AREAS: {
    status: 409,
    sentence: 'You keep %s drawn areas here, the most a person can have. Draw again after %s, when one expires'
  }
})
