import { type Static, Type } from 'typebox'
import { placeGrids } from '../geometry/place-grid.ts'
import { Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Role } from './projects.ts'

export type Grid = Static<typeof Grid>
export const Grid = Type.Enum([...placeGrids], { description: 'side of a cell in degrees; hidden: no position at all' })

/** Generalised position, for viewers without access to the exact position. */
export type ShownPlace = Static<typeof ShownPlace>
export const ShownPlace = Type.Object(
  {
    grid: Grid,
    coordinateUncertaintyInMeters: Nullable(Type.Number(), { description: 'half the diagonal of the cell; null without position' }),
    dataGeneralizations: Nullable(Type.String(), { description: 'a sentence; dwc:dataGeneralizations' }),
    informationWithheld: Nullable(Type.String(), { description: 'a sentence; dwc:informationWithheld' })
  },
  { description: 'the generalised position; absent if the position is exact' }
)

export type Generalisation = Static<typeof Generalisation>
/** Rule that generalises positions in a project. If several rules apply to a position, the strictest one wins. */
export const Generalisation = Type.Object({
  id: Id,
  projectId: Id,
  labelId: Nullable(Id, { description: 'applies to images with this label or a label below it; null: to the whole project' }),
  labelName: Nullable(Type.String()),
  scientificName: Nullable(Type.String(), { description: 'scientific name of the label, with its rank, to format the name' }),
  taxonRank: Nullable(Type.String()),
  grid: Grid,
  fromRole: Type.Enum(Role.enum, { description: 'the lowest role that gets exact places' }),
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  revision: Revision
})

const { grid, fromRole } = Generalisation.properties

export type GeneralisationDraft = Static<typeof GeneralisationDraft>
export const GeneralisationDraft = Type.Object({ labelId: Nullable(Id), grid, fromRole }, { additionalProperties: false })

export type GeneralisationEdit = Static<typeof GeneralisationEdit>
/** Edit to a rule; absent fields stay unchanged. */
export const GeneralisationEdit = Type.Object(
  { revision: Revision, grid: Type.Optional(grid), fromRole: Type.Optional(fromRole) },
  { additionalProperties: false, minProperties: 2 }
)

export type Generalisations = Static<typeof Generalisations>
export const Generalisations = Type.Object({
  rules: Type.Array(Generalisation, { description: 'the rule of the whole project first, then by name of the label' }),
  isExactForViewer: Type.Boolean({ description: 'whether the caller gets exact positions for all places' })
})

const ProjectParams = Type.Object({ projectId: Id })
const RuleParams = Type.Object({ generalisationId: Id })

export const generalisationsApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/generalisations',
    summary: 'Rules that generalise the places of a project: grids, and roles that get exact places',
    schema: { params: ProjectParams, response: { 200: Generalisations, 404: Problem } }
  }),
  create: contract({
    method: 'POST',
    url: '/projects/:projectId/generalisations',
    summary: 'Generalise the places of a project, or of a taxon, to a grid',
    audit: 'generalisation.created',
    example: { labelId: null, grid: '0.1', fromRole: 'owner' },
    schema: {
      params: ProjectParams,
      body: GeneralisationDraft,
      response: { 201: Generalisation, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  revise: contract({
    method: 'PATCH',
    url: '/generalisations/:generalisationId',
    summary: 'Change the grid of a rule, or the role that gets exact places',
    audit: 'generalisation.revised',
    example: { revision: 1, grid: '1' },
    schema: {
      params: RuleParams,
      body: GeneralisationEdit,
      response: { 200: Generalisation, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/generalisations/:generalisationId',
    summary: 'Remove a rule; its places become exact for everyone with access to the project',
    audit: 'generalisation.removed',
    schema: { params: RuleParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  })
}
