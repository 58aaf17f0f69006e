import { type Static, Type } from 'typebox'
import { namesLeftAtOnce } from '../limits.ts'
import { exampleId, Id, Nothing, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { DryRun, ImportReport, Namesakes, Under } from './taxonomy-import.ts'

const AphiaId = Type.Integer({ minimum: 1 })

/** Taxon in the World Register of Marine Species (WoRMS), in the form in which its web service returns it. */
export type WormsTaxon = Static<typeof WormsTaxon>
export const WormsTaxon = Type.Object({
  aphiaId: AphiaId,
  scientificName: Type.String(),
  scientificNameAuthorship: Nullable(Type.String()),
  taxonRank: Nullable(Type.String({ description: 'lower-case English' })),
  taxonomicStatus: Nullable(Type.String()),
  acceptedAphiaId: Nullable(AphiaId, { description: 'AphiaID of the accepted name' }),
  acceptedName: Nullable(Type.String()),
  acceptedAuthorship: Nullable(Type.String()),
  higherTaxa: Type.Array(Type.String(), { description: 'from kingdom to genus' }),
  extinct: Type.Boolean(),
  matchType: Nullable(Type.String({ description: 'type of the match of a name: exact, phonetic, near_1, near_2, …' }))
})

export type TakenTaxon = Static<typeof TakenTaxon>
/** Taxon to be added to a catalog. */
export const TakenTaxon = Type.Object({
  row: Type.Integer({ minimum: 1, description: 'its row in the report' }),
  aphiaId: AphiaId,
  parentAphiaId: Nullable(AphiaId, { description: 'the nearest taxon above it that is also added' }),
  scientificName: Type.String(),
  scientificNameAuthorship: Nullable(Type.String()),
  taxonRank: Nullable(Type.String({ description: 'lower-case English' })),
  synonyms: Type.Array(Type.String()),
  vernacularNames: Type.Array(Type.Object({ name: Type.String(), language: Type.String({ description: 'BCP 47' }) }))
})

export type TakeReport = Static<typeof TakeReport>
export const TakeReport = Type.Interface([ImportReport], { taxa: Type.Array(TakenTaxon, { description: 'parents before children' }) })

export type NameCheck = Static<typeof NameCheck>
/** Difference between the name of a label and WoRMS. */
export const NameCheck = Type.Object({
  labelId: Id,
  revision: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  scientificName: Nullable(Type.String()),
  annotationCount: Type.Integer({ minimum: 0 }),
  imageCount: Type.Integer({ minimum: 0, description: 'number of images with these annotations' }),
  kind: Type.Enum(['unaccepted', 'spelling', 'identify', 'ambiguous', 'unknown'], {
    description:
      'unaccepted: another name is accepted; spelling: WoRMS has a similar name; identify: the name is right, but its identifier or author is missing; ambiguous: several taxa have the name; unknown: no taxon has it'
  }),
  candidates: Type.Array(WormsTaxon, { description: 'most likely taxon first' }),
  proposed: Type.String({ description: 'the name in WoRMS, in short form; empty for a name that WoRMS lacks' }),
  left: Nullable(Type.Object({ by: Type.String({ description: 'name or e-mail address' }), at: Timestamp }), {
    description: 'person who kept this name although WoRMS has a different one'
  })
})

/** Name that is kept although WoRMS differs. */
const LeftName = Type.Object(
  {
    labelId: Id,
    name: Type.String({ minLength: 1, maxLength: 200, description: 'compared name: the scientific name, otherwise the label’s own name' }),
    proposed: Type.String({ maxLength: 4000, description: 'as in the check' })
  },
  { additionalProperties: false }
)

export const wormsApi = {
  search: contract({
    method: 'GET',
    url: '/worms/taxa',
    summary: 'Search WoRMS for taxa whose name begins with a text, or for similar names if no name does',
    schema: {
      querystring: Type.Object({ name: Type.String({ minLength: 2, maxLength: 200 }) }, { additionalProperties: false }),
      response: { 200: Type.Object({ taxa: Type.Array(WormsTaxon) }), 502: Problem, 503: Problem }
    }
  }),
  take: contract({
    method: 'POST',
    url: '/projects/:projectId/labels/worms',
    summary:
      'Add taxa from WoRMS to a catalog by AphiaID, under their accepted names, with the taxa above them, synonyms and vernacular names',
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
              description: 'higher taxa that are also added; main: kingdom to genus'
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
    summary: 'Compare the names of a catalog with WoRMS, one batch per call; differences can be accepted individually',
    example: { every: false },
    schema: {
      params: Type.Object({ projectId: Id }),
      body: Type.Object(
        {
          cursor: Type.Optional(Type.String({ maxLength: 1024 })),
          every: Type.Optional(
            Type.Boolean({ default: false, description: 'also check labels without a scientific name, by their own name' })
          )
        },
        { additionalProperties: false }
      ),
      response: {
        200: Type.Object({
          checks: Type.Array(NameCheck),
          checkedCount: Type.Integer({ description: 'number of names compared by this call' }),
          totalCount: Type.Integer({ description: 'total number of names to compare' }),
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
    summary: 'Keep names although WoRMS differs; the next check shows who kept them',
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
    summary: 'Undo the decision to keep a name',
    audit: 'labels.names.left',
    schema: { params: Type.Object({ labelId: Id }), response: { 204: Nothing, 403: Problem, 404: Problem } }
  })
}
