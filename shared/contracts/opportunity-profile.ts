import { type Static, Type } from 'typebox'
import { Nullable, Problem } from './common.ts'
import { contract } from './contract.ts'
import { CareerStage, Country, OpportunityKind, OpportunityWords } from './opportunities.ts'

export type OpportunityProfile = Static<typeof OpportunityProfile>
/** Facts about a person that opportunities are compared with. Only this person sees them. */
export const OpportunityProfile = Type.Object(
  {
    kinds: Type.Array(OpportunityKind, { maxItems: 11, uniqueItems: true, description: 'kinds that interest the person; empty: any' }),
    taxa: OpportunityWords,
    regions: OpportunityWords,
    methods: OpportunityWords,
    careerStage: Nullable(CareerStage),
    country: Nullable(Country),
    usesProjects: Type.Boolean({ description: 'also compare with regions, catalogs and sampling protocols of the person’s projects' })
  },
  { additionalProperties: false }
)

export const opportunityProfileApi = {
  get: contract({
    method: 'GET',
    url: '/profile/opportunities',
    summary: 'Facts of the user that opportunities are compared with',
    schema: {
      response: {
        200: Type.Object({
          profile: OpportunityProfile,
          fromProjects: Type.Object({
            regions: Type.Array(Type.String()),
            methods: Type.Array(Type.String()),
            catalogs: Type.Integer({ minimum: 0 })
          })
        })
      }
    }
  }),
  set: contract({
    method: 'PUT',
    url: '/profile/opportunities',
    summary: 'Set the facts of the user that opportunities are compared with',
    example: {
      kinds: ['berth'],
      taxa: ['Scleractinia'],
      regions: ['North-East Atlantic'],
      methods: ['annotation'],
      careerStage: 'PhD',
      country: 'PT',
      usesProjects: true
    },
    schema: { body: OpportunityProfile, response: { 200: OpportunityProfile, 422: Problem } }
  })
}
