import { type Static, Type } from 'typebox'
import { Id, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { NamedTaxon } from './taxonomy.ts'

const Name = Type.String({ minLength: 1, maxLength: 120, pattern: '[^\\s\\x00-\\x1f]' })

/** A named, citable state of a catalog. It never changes. */
export type CatalogVersion = Static<typeof CatalogVersion>
export const CatalogVersion = Type.Object({
  id: Id,
  projectId: Id,
  name: Name,
  note: Nullable(Type.String()),
  labelCount: Type.Integer({ minimum: 0 }),
  createdBy: Type.String({ description: 'name or e-mail address' }),
  createdAt: Timestamp
})

export type CatalogChange = Static<typeof CatalogChange>
/** Change of one label between two states of a catalog. */
export const CatalogChange = Type.Object({
  labelId: Id,
  kinds: Type.Array(Type.Enum(['added', 'removed', 'renamed', 'moved', 'changed']), { minItems: 1 }),
  name: Nullable(Type.String({ description: 'name before the change; null for an added label' })),
  newName: Nullable(Type.String({ description: 'name after the change; null for a removed label' })),
  taxon: Type.Optional(NamedTaxon),
  parentName: Nullable(Type.String({ description: 'before' })),
  newParentName: Nullable(Type.String({ description: 'after' })),
  fields: Type.Array(Type.String(), { description: 'other differences, each as a sentence' }),
  annotationCount: Nullable(
    Type.Integer({
      minimum: 0,
      description:
        'number of annotations that have this label now; for a merged label, those that were moved to the other label. Null if this was not recorded or is hidden from a blind member'
    })
  ),
  imageCount: Nullable(Type.Integer({ minimum: 0, description: 'number of images with these annotations' })),
  mergedInto: Nullable(Type.Object({ id: Id, name: Type.String() }, { description: 'the label that it was merged into' }))
})

export type CatalogComparison = Static<typeof CatalogComparison>
export const CatalogComparison = Type.Object({
  addedCount: Type.Integer(),
  removedCount: Type.Integer(),
  renamedCount: Type.Integer(),
  movedCount: Type.Integer(),
  changedCount: Type.Integer(),
  annotationCount: Type.Integer({ description: 'number of annotations with a changed label' }),
  mergedAnnotationCount: Type.Integer({ description: 'number of annotations whose label was merged into another' }),
  changes: Type.Array(CatalogChange, { description: 'by name; the first 10,000' })
})

const ProjectParams = Type.Object({ projectId: Id })

export const catalogVersionsApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/catalog-versions',
    summary: 'Versions of a catalog, newest first',
    schema: { params: ProjectParams, response: { 200: Type.Object({ versions: Type.Array(CatalogVersion) }), 404: Problem } }
  }),
  freeze: contract({
    method: 'POST',
    url: '/projects/:projectId/catalog-versions',
    summary: 'Save the current catalog as a named version',
    audit: 'catalog.frozen',
    example: { name: 'Cruise 2026', note: 'As agreed before the cruise' },
    schema: {
      params: ProjectParams,
      body: Type.Object(
        { name: Name, note: Type.Optional(Nullable(Type.String({ maxLength: 2000, pattern: '^[^\\x00]*$' }))) },
        { additionalProperties: false }
      ),
      response: { 201: CatalogVersion, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  compare: contract({
    method: 'GET',
    url: '/projects/:projectId/catalog-versions/comparison',
    summary: 'Differences between two versions of a catalog, or between a version and the current catalog',
    schema: {
      params: ProjectParams,
      querystring: Type.Object(
        {
          from: Type.String({ minLength: 1, maxLength: 128, description: 'version' }),
          to: Type.Optional(Type.String({ minLength: 1, maxLength: 128, description: 'version; the current catalog when absent' }))
        },
        { additionalProperties: false }
      ),
      response: { 200: CatalogComparison, 404: Problem }
    }
  })
}
