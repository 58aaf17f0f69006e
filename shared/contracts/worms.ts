import { type Static, Type } from 'typebox'
import { namesLeftAtOnce } from '../limits.ts'
import { exampleId, Id, Nothing, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { DryRun, ImportReport, Namesakes, Under } from './taxonomy-import.ts'

const AphiaId = Type.Integer({ minimum: 1 })

/** A taxon of the World Register of Marine Species, as its web service tells of it. */
export type WormsTaxon = Static<typeof WormsTaxon>
export const WormsTaxon = Type.Object({
  aphiaId: AphiaId,
  scientificName: Type.String(),
  scientificNameAuthorship: Nullable(Type.String()),
  taxonRank: Nullable(Type.String({ description: 'lower-case English' })),
  taxonomicStatus: Nullable(Type.String()),
  acceptedAphiaId: Nullable(AphiaId, { description: 'of the name to use; only this tells' }),
  acceptedName: Nullable(Type.String()),
  acceptedAuthorship: Nullable(Type.String()),
  higherTaxa: Type.Array(Type.String(), { description: 'from kingdom to genus' }),
  extinct: Type.Boolean(),
  matchType: Nullable(Type.String({ description: 'how a name was matched: exact, phonetic, near_1, near_2, …' }))
})

export type TakenTaxon = Static<typeof TakenTaxon>
/** A taxon that comes into a catalog, as it would stand there. */
export const TakenTaxon = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'its row in the report' }),
  aphiaId: AphiaId,
  parentAphiaId: Nullable(AphiaId, { description: 'the nearest taxon above it that comes along' }),
  scientificName: Type.String(),
  scientificNameAuthorship: Nullable(Type.String()),
  taxonRank: Nullable(Type.String({ description: 'lower-case English' })),
  synonyms: Type.Array(Type.String()),
  vernacularNames: Type.Array(Type.Object({ name: Type.String(), language: Type.String({ description: 'BCP 47' }) }))
})

export type TakeReport = Static<typeof TakeReport>
export const TakeReport = Type.Interface([ImportReport], { taxa: Type.Array(TakenTaxon, { description: 'parents before children' }) })

export type NameCheck = Static<typeof NameCheck>
/** What WoRMS says to one label's name, when it is not what the label says. */
export const NameCheck = Type.Object({
  labelId: Id,
  revision: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  scientificName: Nullable(Type.String()),
  annotationCount: Type.Integer({ minimum: 0 }),
  imageCount: Type.Integer({ minimum: 0, description: 'images that the annotations are on' }),
  kind: Type.Enum(['unaccepted', 'spelling', 'identify', 'ambiguous', 'unknown'], {
    description:
      'unaccepted: another name is accepted; spelling: a name nearly like it is known; identify: the name is right and its identifier or author is not there yet; ambiguous: several taxa are called so; unknown: none is'
  }),
  candidates: Type.Array(WormsTaxon, { description: 'the likeliest first' }),
  proposed: Type.String({ description: 'what WoRMS has instead, in short; empty when it does not know the name' }),
  left: Nullable(Type.Object({ by: Type.String({ description: 'name or e-mail address' }), at: Timestamp }), {
    description: 'who left this very name although WoRMS proposed this very other one'
  })
})

/** A name that stays although WoRMS has it otherwise. */
const LeftName = Type.Object(
  {
    labelId: Id,
    name: Type.String({ minLength: 1, maxLength: 200, description: 'that was compared: the scientific name, else the label’s own' }),
    proposed: Type.String({ maxLength: 4000, description: 'as the check told it' })
  },
  { additionalProperties: false }
)

export const wormsApi = {
  search: contract({
    method: 'GET',
    url: '/worms/taxa',
    summary: 'Taxa of WoRMS whose name begins so; nearly so when there is none',
    schema: {
      querystring: Type.Object({ name: Type.String({ minLength: 2, maxLength: 200 }) }, { additionalProperties: false }),
      response: { 200: Type.Object({ taxa: Type.Array(WormsTaxon) }), 502: Problem, 503: Problem }
    }
  }),
  take: contract({
    method: 'POST',
    url: '/projects/:projectId/labels/worms',
    summary:
      'Take taxa of WoRMS into a catalog by AphiaID, under their accepted names, with the taxa above them, synonyms and vernacular names',
    audit: 'labels.imported',
    example: { aphiaIds: [1245747], ranks: 'main' },
    schema: {
      params: Type.Object({ projectId: Id }),
      body: Type.Object(
        {
          aphiaIds: Type.Array(AphiaId, { minItems: 1, maxItems: 5, uniqueItems: true }),
          ranks: Type.Optional(
            Type.Enum(['main', 'all', 'none'], {
              default: 'main',
              description: 'which of the taxa above come along; main: kingdom to genus'
            })
          ),
          dryRun: DryRun,
          under: Under,
          namesakes: Type.Optional(Namesakes)
        },
        { additionalProperties: false }
      ),
      response: { 200: TakeReport, 403: Problem, 404: Problem, 409: Problem, 422: Problem, 502: Problem, 503: Problem }
    }
  }),
  check: contract({
    method: 'POST',
    url: '/projects/:projectId/labels/check',
    summary: 'Compare the names of a catalog with WoRMS, some at a time: what differs, to be accepted or not one by one',
    example: { every: false },
    schema: {
      params: Type.Object({ projectId: Id }),
      body: Type.Object(
        {
          cursor: Type.Optional(Type.String({ maxLength: 1024 })),
          every: Type.Optional(Type.Boolean({ default: false, description: 'labels without a scientific name too, by their own name' }))
        },
        { additionalProperties: false }
      ),
      response: {
        200: Type.Object({
          checks: Type.Array(NameCheck),
          checkedCount: Type.Integer({ description: 'names that this call compared' }),
          totalCount: Type.Integer({ description: 'names there are to compare' }),
          nextCursor: Nullable(Type.String())
        }),
        400: Problem,
        403: Problem,
        404: Problem,
        502: Problem,
        503: Problem
      }
    }
  }),
  leave: contract({
    method: 'POST',
    url: '/projects/:projectId/labels/check/left',
    summary: 'Leave names as they are although WoRMS has them otherwise; it is told with the next check',
    audit: 'labels.names.left',
    example: { names: [{ labelId: exampleId(), name: 'Lophelia pertusa', proposed: 'Desmophyllum pertusum' }] },
    schema: {
      params: Type.Object({ projectId: Id }),
      body: Type.Object({ names: Type.Array(LeftName, { minItems: 1, maxItems: namesLeftAtOnce }) }, { additionalProperties: false }),
      response: { 204: Nothing, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  reconsider: contract({
    method: 'DELETE',
    url: '/labels/:labelId/name-left',
    summary: 'Take back that a name was left as it is',
    audit: 'labels.names.left',
    schema: { params: Type.Object({ labelId: Id }), response: { 204: Nothing, 403: Problem, 404: Problem } }
  })
}
