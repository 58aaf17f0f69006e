import { type Static, Type } from 'typebox'
import { Id, Nothing, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { CareerStage, OpportunityKind } from './opportunities.ts'

export type CalendarChoice = Static<typeof CalendarChoice>
/** Opportunities in a calendar: the saved ones, those that fit the person, or those that match words and filters. */
export const CalendarChoice = Type.Object(
  {
    of: Type.Enum(['saved', 'fits', 'matching']),
    q: Type.Optional(Type.String({ maxLength: 200 })),
    kind: Type.Optional(OpportunityKind),
    region: Type.Optional(Type.String({ maxLength: 100 })),
    taxon: Type.Optional(Type.String({ maxLength: 100 })),
    career: Type.Optional(CareerStage)
  },
  { additionalProperties: false }
)

export type CalendarToken = Static<typeof CalendarToken>
export const CalendarToken = Type.Object({
  id: Id,
  name: Type.String(),
  choice: CalendarChoice,
  createdAt: Timestamp,
  lastUsedAt: Nullable(Timestamp)
})

/** API routes for a person's calendar addresses and for the public feeds. */
export const opportunityFeedsApi = {
  calendarTokens: contract({
    method: 'GET',
    url: '/profile/calendar-tokens',
    summary: 'Calendar addresses of the user',
    schema: { response: { 200: Type.Object({ tokens: Type.Array(CalendarToken) }) } }
  }),
  createCalendarToken: contract({
    method: 'POST',
    url: '/profile/calendar-tokens',
    summary: 'Create a calendar address; its secret is shown once and only opens this calendar',
    audit: 'calendar.token.created',
    example: { name: 'Phone', choice: { of: 'saved' } },
    schema: {
      body: Type.Object(
        { name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }), choice: CalendarChoice },
        { additionalProperties: false }
      ),
      response: { 201: Type.Interface([CalendarToken], { secret: Type.String() }), 403: Problem, 409: Problem, 422: Problem }
    }
  }),
  revokeCalendarToken: contract({
    method: 'DELETE',
    url: '/profile/calendar-tokens/:calendarTokenId',
    summary: 'Revoke a calendar address',
    audit: 'calendar.token.revoked',
    schema: { params: Type.Object({ calendarTokenId: Id }), response: { 204: Nothing, 404: Problem } }
  }),
  calendar: contract({
    method: 'GET',
    url: '/opportunities/calendar.ics',
    summary: 'Deadlines and cruises as a calendar (RFC 5545); the token of the address is its only credential',
    auth: 'none',
    answer: 'stream',
    schema: { querystring: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }, { additionalProperties: false }) }
  }),
  jsonFeed: contract({
    method: 'GET',
    url: '/opportunities.json',
    summary: 'Open public opportunities as JSON Feed 1.1',
    auth: 'none',
    answer: 'stream',
    schema: {}
  }),
  rssFeed: contract({
    method: 'GET',
    url: '/opportunities.rss',
    summary: 'Open public opportunities as RSS 2.0',
    auth: 'none',
    answer: 'stream',
    schema: {}
  }),
  atomFeed: contract({
    method: 'GET',
    url: '/opportunities.atom',
    summary: 'Open public opportunities as Atom (RFC 4287)',
    auth: 'none',
    answer: 'stream',
    schema: {}
  }),
  jsonLd: contract({
    method: 'GET',
    url: '/opportunities.jsonld',
    summary: 'Open public opportunities as JSON-LD with types of schema.org',
    auth: 'none',
    answer: 'stream',
    schema: {}
  }),
  page: contract({
    method: 'GET',
    url: '/opportunities.html',
    summary: 'Open public opportunities as a page without scripts, with the JSON-LD in it',
    auth: 'none',
    answer: 'stream',
    schema: {}
  })
}
