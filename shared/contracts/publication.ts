import { type Static, Type } from 'typebox'
import { agentRoles } from '../vocabulary/agent-roles.ts'
import { Orcid } from './accounts.ts'
import { CalendarDate, Id, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { sampling } from './sampling-facts.ts'

const words = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' })
const Email = Type.String({ maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+$' })
const Address = Type.String({ maxLength: 1000, pattern: '^https?://\\S+$' })

export type DatasetLicense = Static<typeof DatasetLicense>
/** Licences that GBIF accepts. */
export const DatasetLicense = Type.Enum(['CC0-1.0', 'CC-BY-4.0', 'CC-BY-NC-4.0'])

const agentFields = {
  givenName: Nullable(words(200)),
  organizationName: Nullable(words(300)),
  email: Nullable(Email)
}

export type PublishedPerson = Static<typeof PublishedPerson>
/** A contributor to the dataset, with or without an account. */
export const PublishedPerson = Type.Object(
  {
    ...agentFields,
    surName: words(200),
    orcid: Nullable(Orcid),
    role: Type.Enum(Object.keys(agentRoles) as (keyof typeof agentRoles)[]),
    tookImages: Type.Boolean({ description: 'whether the person is in dwc:recordedBy' })
  },
  { additionalProperties: false }
)

export type PublishedContact = Static<typeof PublishedContact>
/** Contact: a person, an organization, or both. */
export const PublishedContact = Type.Object({ ...agentFields, surName: Nullable(words(200)) }, { additionalProperties: false })

export type Funding = Static<typeof Funding>
export const Funding = Type.Object(
  {
    funder: words(300),
    award: Nullable(words(200), { description: 'number of the award' }),
    title: Nullable(words(500)),
    address: Nullable(Address)
  },
  { additionalProperties: false }
)

export type PublishedModel = Static<typeof PublishedModel>
/** Model whose suggestions are in the data. Source of its fields: OBIS manual, "Imaging data", identificationReferences. */
export const PublishedModel = Type.Object(
  {
    annotator: words(200),
    name: words(200),
    version: Nullable(words(100)),
    address: Nullable(Address, { description: 'URL of its DOI or repository' }),
    sha256: Nullable(Type.String({ pattern: '^[0-9a-f]{64}$', description: 'of its weights' }))
  },
  { additionalProperties: false, description: '`annotator`: name of the annotator in its annotations' }
)

const fields = {
  title: Nullable(words(300), { description: 'null: the title of the project' }),
  abstract: Nullable(words(10_000), { description: 'null: the description of the project' }),
  keywords: Type.Array(words(100), { maxItems: 50 }),
  people: Type.Array(PublishedPerson, { maxItems: 200, description: 'in order of citation; empty: the owners of the project' }),
  contact: Nullable(PublishedContact, { description: 'null: the first creator' }),
  funding: Type.Array(Funding, { maxItems: 50 }),
  models: Type.Array(PublishedModel, { maxItems: 100, description: 'one for each annotator name' }),
  organizationName: Nullable(words(300), { description: 'publisher of the dataset' }),
  license: Nullable(DatasetLicense),
  citation: Nullable(words(2000), { description: 'null: composed of people, year, title and DOI' }),
  doi: Nullable(Type.String({ maxLength: 300, description: 'without a URL prefix' })),
  geographicDescription: Nullable(words(1000), { description: 'null: the region of the project' }),
  coordinateUncertaintyInMeters: Nullable(Type.Number({ minimum: 1, maximum: 20_037_509, description: 'of positions of images' })),
  ...sampling.fields
}

export type Publication = Static<typeof Publication>
/** Description of a project's data for publication. Its sampling facts apply to images whose site and survey have none. */
export const Publication = Type.Object({
  projectId: Id,
  ...fields,
  members: Type.Array(PublishedPerson, { description: 'members of the project as candidates for `people`, owners first; not stored' }),
  revision: Revision,
  modifiedAt: Nullable(Timestamp, { description: 'null: never saved' })
})

export type PublicationDraft = Static<typeof PublicationDraft>
/** Complete publication settings for an edit. `revision` is the revision that the edit is based on. */
export const PublicationDraft = Type.Object({ ...fields, revision: Revision }, { additionalProperties: false })

export type PublishedTaxon = Static<typeof PublishedTaxon>
const PublishedTaxon = Type.Object({
  labelId: Id,
  taxonLabelId: Nullable(Id, { description: 'the label with the taxon: this label or one above it' }),
  name: Type.String({ description: 'name of the label' }),
  scientificName: Nullable(Type.String()),
  taxonRank: Nullable(Type.String()),
  isMatched: Type.Boolean({ description: 'whether it has a WoRMS identifier' })
})

const Count = Type.Integer({ minimum: 0 })

export type ProposingProgram = Static<typeof ProposingProgram>
const ProposingProgram = Type.Object({
  annotator: Type.String({ description: 'name of the annotator in its annotations' }),
  proposalCount: Type.Integer({ minimum: 1 }),
  confirmedCount: Type.Integer({ minimum: 0, description: 'number confirmed in review' })
})

const Lack = Type.Object({ count: Count, firstMediaId: Nullable(Id, { description: 'one of the images' }) })

export type PublicationCoverage = Static<typeof PublicationCoverage>
/** Coverage of the data, computed from the examined images and the annotations that people made or confirmed on them. */
export const PublicationCoverage = Type.Object({
  imageCount: Count,
  annotationCount: Count,
  bounds: Nullable(
    Type.Object(
      { west: Type.Number(), east: Type.Number(), north: Type.Number(), south: Type.Number() },
      { description: 'smallest box; west is greater than east when it crosses 180°' }
    )
  ),
  dates: Nullable(Type.Object({ begin: CalendarDate, end: CalendarDate })),
  taxa: Type.Array(PublishedTaxon, { description: 'labels in use, by name; the first 1,000' }),
  taxonCount: Count,
  programs: Type.Array(ProposingProgram, { description: 'programs that suggested annotations, by name; the first 100' }),
  lacking: Type.Object(
    { position: Lack, uncertainty: Lack, date: Lack, depth: Lack, protocol: Lack, sampleSize: Lack },
    { description: 'images that lack the fact, and whose site and survey lack it too; facts in the publication itself are disregarded' }
  )
})

const ProjectParams = Type.Object({ projectId: Id })

export const publicationApi = {
  get: contract({
    method: 'GET',
    url: '/projects/:projectId/publication',
    summary: 'Description of a project’s data for publication',
    schema: { params: ProjectParams, response: { 200: Publication, 404: Problem } }
  }),
  save: contract({
    method: 'PUT',
    url: '/projects/:projectId/publication',
    summary: 'Save the description of a project’s data for publication',
    audit: 'publication.revised',
    example: {
      revision: 1,
      title: 'Cold-water corals of the Koster Sea, photographed in 2026',
      abstract: 'Annotations of 1,200 photographs along ten transects.',
      keywords: ['cold-water coral', 'ROV'],
      people: [
        {
          givenName: 'Ana',
          surName: 'Lind',
          organizationName: 'Marine station',
          email: 'ana@lab.example',
          orcid: '0000-0002-1825-0097',
          role: 'creator',
          tookImages: true
        }
      ],
      contact: { givenName: 'Ana', surName: 'Lind', organizationName: 'Marine station', email: 'ana@lab.example' },
      funding: [],
      models: [],
      organizationName: 'Marine station',
      license: 'CC-BY-4.0',
      citation: null,
      doi: null,
      geographicDescription: 'Koster Sea, Skagerrak',
      samplingDescription: 'Photographs every 5 m along transects of 100 m.',
      coordinateUncertaintyInMeters: 10,
      samplingProtocol: 'Photo transects by ROV',
      sampleSizeValue: 100,
      sampleSizeUnit: 'metre',
      samplingEffort: '10 transects',
      habitat: 'cold-water coral reef',
      locationID: null
    },
    schema: {
      params: ProjectParams,
      body: PublicationDraft,
      response: { 200: Publication, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  coverage: contract({
    method: 'GET',
    url: '/projects/:projectId/publication/coverage',
    summary: 'Spatial, temporal and taxonomic coverage of a project’s data, with the facts that are missing',
    schema: { params: ProjectParams, response: { 200: PublicationCoverage, 404: Problem } }
  })
}
